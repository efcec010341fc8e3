// The frame of a self-contained page: it loads nothing and runs nothing, and its content policy makes the browser enforce
// that; so it opens without a network, can be sent by mail, and is the same in ten years.

import { html, type Markup, type Part, trusted } from "./html.ts";
import { style } from "./style.ts";

export function pageOf(title: string, body: Part): string {
  const page: Markup = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<title>${title} · wherefore</title>
<style>${trusted(style)}</style>
</head>
<body>
<main>
${body}</main>
</body>
</html>
`;
  return page.markup;
}
