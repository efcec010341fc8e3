import { expect, it } from "vitest";
import { codeAndTexts } from "./code-and-texts.ts";

it("finds code in templates, and none in texts, patterns and comments", () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is code
  const source = 'f(`a ${g({ b: `${Date.now()} c` })} "d`, "Math.log", /"`/); // `e`\nh(\'"\', x / y);';
  const { code, texts } = codeAndTexts(source);
  expect(code.match(/\w[\w.]*/g)).toEqual(["f", "g", "b", "Date.now", "h", "x", "y"]);
  expect(texts).toEqual(["a ", "", " c", ' "d', "Math.log", '"']);
});
