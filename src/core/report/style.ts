// The look of the report: one column of text, light or dark like the reader's system, black on white on paper.
// The picture is drawn for a light page; in dark mode its lightness is inverted and its hues are kept.

export const style = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#1c2126, #e4e7ea); --soft: light-dark(#5d6772, #9aa5b1); --line: light-dark(#dfe3e8, #2d343b);
  --paper: light-dark(#ffffff, #14171a); --wash: light-dark(#f5f7f9, #1b2024); --accent: light-dark(#2d5f8f, #84b3e0);
  --warn: light-dark(#8a5200, #e9b663); --warn-wash: light-dark(#fdf5e6, #2a2216); --bad: light-dark(#a8201a, #f2857d);
  --reversed: light-dark(#c47900, #f0a830); --missing: light-dark(#0072b2, #57b0e6); --extra: light-dark(#c8102e, #ff7a85);
}
@media (prefers-color-scheme: dark) {
  .canvas svg { filter: invert(1) hue-rotate(180deg) brightness(1.15); }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif;
}
main { max-width: 56rem; margin: 0 auto; padding: 4.5rem 2rem 6rem; }
p, ul, dl, figure, pre { margin: 0 0 1.1rem; }
p, .findings { max-width: 44rem; }
h1, h2, .name, dd, li, pre { overflow-wrap: anywhere; }
td .name { display: inline-block; max-width: 15rem; overflow-wrap: break-word; vertical-align: baseline; }
h1 { font-size: 2.1rem; line-height: 1.2; font-weight: 650; letter-spacing: -0.015em; margin: 0 0 1.2rem; }
h2 { font-size: 1.2rem; line-height: 1.3; font-weight: 650; letter-spacing: -0.005em; margin: 0 0 0.9rem; }
section { margin-top: 3.6rem; }
a { color: var(--accent); }
.kicker { color: var(--soft); font-size: 0.875rem; margin-bottom: 0.5rem; }
.answer { font-size: 1.3rem; line-height: 1.5; margin-bottom: 1rem; }
.soft, figcaption { color: var(--soft); font-size: 0.9rem; }
.notes { padding-left: 1.15rem; max-width: 44rem; }
.warning { border-left: 3px solid var(--warn); background: var(--warn-wash); padding: 0.6rem 0.9rem; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 0.875em; }
p code, .answer code { background: var(--wash); border-radius: 3px; padding: 0.1em 0.3em; }
pre { background: var(--wash); border-radius: 6px; padding: 0.9rem 1.1rem; white-space: pre-wrap; }
pre .flag { white-space: nowrap; }
pre code { font-size: 0.85rem; }
.glance { display: grid; grid-template-columns: repeat(auto-fit, minmax(10.5rem, 1fr)); gap: 1.1rem 1.5rem; margin-top: 2rem; padding: 1.2rem 0; border: solid var(--line); border-width: 1px 0; }
.glance div { min-width: 0; }
.glance dt { color: var(--soft); font-size: 0.8rem; }
.glance dd { margin: 0; font-size: 1.1rem; font-variant-numeric: tabular-nums; }
.facts { display: grid; grid-template-columns: minmax(9rem, max-content) 1fr; gap: 0.35rem 1.5rem; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; min-width: 0; font-variant-numeric: tabular-nums; }
.table { overflow-x: auto; margin: 0 0 1.1rem; }
.tall { max-height: 40rem; overflow-y: auto; }
.tall thead th { position: sticky; top: 0; background: var(--paper); box-shadow: inset 0 -1px var(--line); }
table { border-collapse: collapse; width: 100%; font-size: 0.925rem; line-height: 1.45; }
th { font-weight: 500; font-size: 0.8rem; color: var(--soft); vertical-align: bottom; }
th, td { padding: 0.42rem 0.9rem 0.42rem 0; border-bottom: 1px solid var(--line); vertical-align: baseline; }
th:last-child, td:last-child { padding-right: 0; }
.text { text-align: left; }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
td.number + td.text { padding-left: 0.6rem; }
#scores td:last-child, #truth td:last-child { color: var(--soft); }
#scores td:first-child, #truth td:first-child, #baselines td:first-child { white-space: nowrap; }
tr.own td { font-weight: 600; }
tr.absent td { color: var(--soft); }
.arrow { color: var(--soft); }
.mark { color: var(--accent); font-size: 0.8rem; font-weight: 500; margin-left: 0.35rem; }
.bar svg { width: 100%; min-width: 6rem; height: 0.55rem; display: block; }
td .axis { fill: var(--line); }
td .value { fill: var(--accent); }
td.bar { vertical-align: middle; width: 30%; }
.verdict { white-space: nowrap; }
.verdict::before { content: ""; display: inline-block; width: 1.5rem; margin-right: 0.5rem; vertical-align: 0.2em; border-top: 2px solid currentColor; }
.verdict.reversed::before { border-top: 5px double var(--reversed); vertical-align: 0.12em; }
.verdict.missing::before { border-top: 2px dotted var(--missing); }
.verdict.extra::before { border-top: 2px dashed var(--extra); }
.pairs { display: flex; flex-wrap: wrap; gap: 0.3rem 1.6rem; padding: 0; list-style: none; }
.statements { padding-left: 1.15rem; }
.references { padding: 0; list-style: none; font-size: 0.9rem; color: var(--soft); }
.references li { padding-left: 2rem; text-indent: -2rem; }
h3 { font-size: 1rem; font-weight: 600; margin: 1.4rem 0 0.5rem; }
.statements.many { columns: 15rem; }
.findings { padding: 0; list-style: none; }
.finding { border-left: 3px solid var(--line); padding: 0.1rem 0 0.1rem 1.1rem; margin-bottom: 1.5rem; }
.finding p { margin: 0 0 0.25rem; }
.finding b { font-weight: 600; }
.finding.warning { background: none; border-color: var(--warn); }
.finding.fatal { border-color: var(--bad); }
.severity { font-size: 0.8rem; color: var(--soft); }
.warning .severity { color: var(--warn); }
.fatal .severity { color: var(--bad); }
.canvas { overflow: auto; max-height: 52rem; border: 1px solid var(--line); border-radius: 8px; margin: 0.7rem 0 0.6rem; padding: 1rem; }
.canvas svg { display: block; margin: 0 auto; max-width: 100%; height: auto; }
.canvas svg > g > polygon:first-of-type { fill: none; }
@media (min-width: 62rem) { .wide { margin-inline: calc((100% - min(100vw - 5rem, 88rem)) / 2); } }
#size-full:checked ~ .canvas svg, #size-double:checked ~ .canvas svg { max-width: none; }
#size-double:checked ~ .canvas svg { zoom: 2; }
input[name="size"] { position: absolute; opacity: 0; }
input[name="size"] + label { font-size: 0.85rem; color: var(--soft); margin-right: 1.2rem; cursor: pointer; border-bottom: 1px solid transparent; }
input[name="size"]:checked + label { color: var(--ink); border-color: currentColor; }
input[name="size"]:focus-visible + label, .canvas:focus-visible, .table:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.shares svg { display: block; font-size: 13px; }
.shares .frame { fill: none; stroke: var(--line); }
.shares .share { fill: var(--accent); }
.shares .label, .shares .dark { fill: var(--ink); }
.shares .light { fill: var(--paper); }
.trace svg { width: 100%; height: 8rem; display: block; border: solid var(--line); border-width: 0 0 1px 1px; }
.trace path { fill: none; stroke: var(--accent); stroke-width: 1.5; vector-effect: non-scaling-stroke; }
.trace figcaption { display: flex; justify-content: space-between; gap: 1rem; padding-top: 0.4rem; font-variant-numeric: tabular-nums; }
footer { margin-top: 4.5rem; padding-top: 1.2rem; border-top: 1px solid var(--line); color: var(--soft); font-size: 0.85rem; }
@media (max-width: 40rem) {
  main { padding: 2.2rem 1.1rem 4rem; }
  h1 { font-size: 1.6rem; }
  .answer { font-size: 1.12rem; }
  section { margin-top: 2.8rem; }
  .glance { grid-template-columns: 1fr 1fr; }
  .facts { grid-template-columns: 1fr; gap: 0; }
  .facts dd { margin-bottom: 0.7rem; }
  .canvas { padding: 0.4rem; }
  td, th { padding-right: 0.7rem; }
  th.bar, td.bar { display: none; }
  #scores tr, #truth tr { display: grid; border-bottom: 1px solid var(--line); padding: 0.35rem 0; }
  #scores tr { grid-template-columns: minmax(0, 1fr) 2.6rem 7.4rem 4rem; }
  #truth tr { grid-template-columns: minmax(0, 1fr) 4rem; }
  #truth tr:has(> :nth-child(4)) { grid-template-columns: minmax(0, 1fr) 3.4rem 4.4rem; }
  #scores th, #scores td, #truth th, #truth td { border: 0; padding: 0; white-space: normal; }
  #scores td:last-child, #truth td:last-child { grid-column: 1 / -1; font-size: 0.85rem; padding: 0; }
  #scores th:last-child, #truth th:last-child { display: none; }
}
@media print {
  :root { color-scheme: light; --ink: #000000; --soft: #444444; }
  @page { margin: 18mm 16mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif; color: #444444; } }
  body { font-size: 10pt; line-height: 1.45; orphans: 3; widows: 3; }
  main { max-width: none; padding: 0; }
  p, .notes, .findings { max-width: none; }
  h1 { font-size: 20pt; }
  h2 { font-size: 13pt; }
  .answer { font-size: 12pt; }
  .soft, figcaption, .references { font-size: 9pt; }
  section { margin-top: 1.8rem; }
  h1, h2, h3 { break-after: avoid; }
  section > h2 + p, section > h3 + p { break-after: avoid; }
  #methods p, #edges p { break-after: auto; }
  p, tr, .finding, figure, .shares, pre, li, .facts, .glance { break-inside: avoid; }
  thead { display: table-header-group; }
  thead, tbody tr:nth-child(-n + 2):not(:last-child) { break-after: avoid; }
  tbody tr:nth-last-child(-n + 2) { break-before: avoid; }
  section > .table { break-before: avoid; }
  .short { break-inside: avoid; }
  table { font-size: 8.5pt; line-height: 1.3; }
  th { font-size: 7.5pt; }
  th, td { padding: 0.18rem 0.6rem 0.18rem 0; }
  th.number { white-space: normal; }
  #edges table { font-size: 7.5pt; }
  #edges th, #edges td { padding-right: 0.4rem; }
  .verdict::before { width: 0.9rem; margin-right: 0.3rem; }
  .glance { grid-template-columns: repeat(4, 1fr); gap: 0.5rem 1rem; margin-top: 1rem; padding: 0.6rem 0; }
  .glance dd { font-size: 10pt; }
  p:has(+ pre) { break-after: avoid; }
  th.bar, td.bar { display: none; }
  .arrow { white-space: nowrap; }
  .canvas, .table, .tall { overflow: visible; max-height: none; }
  .canvas { border: 0; padding: 0; }
  .canvas svg, #size-full:checked ~ .canvas svg, #size-double:checked ~ .canvas svg { filter: none; max-width: 100%; max-height: 22cm; zoom: 1; }
  .tall thead th { position: static; box-shadow: none; }
  .hint, input[name="size"], input[name="size"] + label { display: none; }
  footer { margin-top: 2rem; }
}
`;
