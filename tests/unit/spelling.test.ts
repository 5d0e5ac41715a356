// One spelling throughout what we write for visitors and the team: Canadian, as the specification's own words are. That of content/ is its owner's.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { textsIn } from "../support/site/content-words.ts";
import { projectDir } from "../support/site/with-site.ts";

/** What is spelt otherwise in Britain, with the Canadian way. */
const BRITISH: readonly (readonly [RegExp, string])[] = [
  [/\be-mail/i, "email"],
  [/\bprogramme(?!d|r)/i, "program"],
  [
    /\b(?:organ|special|custom|personal|real|recogn|minim|maxim|optim|priorit|final|apolog|summar|standard|util|author|central|categor|visual|memor|union|synchron|digit|item|local|modern|capital|emphas|harmon|sanit|serial|normal)is(?:e[ds]?|ing|ations?|ers?)\b/i,
    "-ize, -ization",
  ],
  [/\banalys(?:e[ds]?|ing)\b/i, "analyze"],
  [/\b(?:enquir\w+|kerbs?|tyres?|whilst|aluminium)\b/i, "inquiry, curb, tire, while, aluminum"],
];

/** What is spelt otherwise in the United States. */
const AMERICAN: readonly (readonly [RegExp, string])[] = [
  [/\b(?:col|fav|lab|hon|neighb|harb|flav|behavi|rum|hum)or(?!at|ar|iz|iou|if)/i, "-our"],
  [/\bcenter/i, "centre"],
  [/\btheater/i, "theatre"],
  [/\b(?:kilo|milli|centi)?(?:meters?|liters?)\b|\bfibers?\b/i, "metre, litre, fibre"],
  [/\b(?:defense|offense|licenses|catalog|gray|jewelry|percent)\b/i, "defence, licence, catalogue, grey, per cent"],
  [/\b(?:travel|cancel|label|model|signal)(?:ed|ing|er|ers)\b/i, "-lled, -lling"],
];

const faultsIn = (text: string, rules: readonly (readonly [RegExp, string])[]): string[] =>
  rules.flatMap(([wrong, right]) => {
    const found = wrong.exec(text);
    return found ? [`"${found[0]}" (${right}) in: ${text.slice(Math.max(0, found.index - 30), found.index + 40)}`] : [];
  });

test("the words of mails are spelt like the content", () => {
  const words = JSON.parse(readFileSync(join(projectDir, "relay/words/words.json"), "utf8")) as unknown;
  expect([...textsIn(words)].flatMap(({ text }) => faultsIn(text, [...BRITISH, ...AMERICAN]))).toEqual([]);
});

/** Code has words of its own, such as "color" and "center"; what is British in it is a slip of the pen. */
test.each([
  ["templates", /\.(?:tsx?|css)$/],
  ["relay/mail", /\.tsx$/],
] as const)("the sources in %s are spelt like the content", (folder, kind) => {
  const dir = join(projectDir, folder);
  const files = readdirSync(dir, { recursive: true, encoding: "utf8" }).filter((name) => kind.test(name));
  const faults = files.flatMap((name) =>
    faultsIn(readFileSync(join(dir, name), "utf8"), BRITISH).map((fault) => `${name}: ${fault}`),
  );
  expect(faults).toEqual([]);
});
