// YAML as a grammar would write it: blocks, lists, flow collections, block text, quotes, anchors, comments and line ends, each mostly as it
// is usual and now and then at the edge of what YAML allows, or past it.
import * as fc from "fast-check";

const plainText = fc.constantFrom(
  "Toronto",
  "rooms for 1,670 guests",
  "4,000.",
  "from $25,000 to $50,000",
  "9:30 AM",
  "it's a 16,000 sq ft hall",
  "Café – “so” they say",
  "2025-01-01",
  "+1 416-555-0142",
  "yes",
  "No",
  "on",
  "450+",
  "http://example.com/a#b",
  "a:b",
  "-5 degrees",
  "50%",
  "a \\ b",
  "C# and F#",
  "a, b",
);
const oddText = fc.constantFrom(
  "{brand.name}",
  "[draft]",
  "it is so: really",
  "cut # here",
  "x # placeholder",
  "ends with:",
  'six"',
  'inch 6"',
  "**bold**",
  "- dash",
  "-dash",
  "? mark",
  "?mark",
  "& co",
  "*star",
  "!bang",
  "| pipe",
  "> more",
  "@at",
  "`tick`",
  "%percent",
  "=",
  "<<",
  "---",
  "...",
  "",
  " ",
  "\u00a0x",
  "x\u00a0",
  "«\u00a0oui\u00a0»",
  "a\u00a0b",
  "\u2028",
  "\u202e",
  "😀",
);
const plainWords = fc.oneof({ weight: 24, arbitrary: plainText }, { weight: 1, arbitrary: oddText });
const numbers = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.constantFrom(..."0 7 -7 1670 1.5 -1.50 0.1234567 123456789012345 true False null ~".split(" ")),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ..."-0 00 01 +7 .5 5. 1e3 1e400 -1E-5 0x1F 0o17 0b1 1_000 1234567890123456 12345678901234567890 .inf -.Inf .nan 1.2.3 12:30 1e 0x . - -- tRUE".split(
        " ",
      ),
    ),
  },
);
const noise = fc.array(fc.constantFrom(...":-#,[]{}&*!|>'\"%@`~?=<\\ .a1\t".split(""), ": ", " #", "- "), {
  maxLength: 6,
});
const quote = fc.constantFrom('"', "'");
const inner = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom("a", "Toronto", " ", ": ", " #", "4,000.", "é") },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "''",
      '\\"',
      "\\\\",
      "\\n",
      "\\t",
      "\\u00e9",
      "\\x41",
      "\\/",
      "\\",
      "'",
      '"',
      "\n",
      "\u00a0",
    ),
  },
);
const quoted = fc
  .tuple(
    quote,
    fc.array(inner, { maxLength: 5 }),
    fc.oneof(
      { weight: 16, arbitrary: fc.constant("") },
      { weight: 1, arbitrary: fc.constantFrom(" ", "x", " x", ":") },
    ),
  )
  .map(([mark, parts, rest]) => mark + parts.join("") + mark + rest);
const word = fc.oneof(
  { weight: 24, arbitrary: plainWords },
  { weight: 12, arbitrary: numbers },
  { weight: 12, arbitrary: quoted },
  { weight: 1, arbitrary: noise.map((parts) => parts.join("")) },
);

const key = fc.oneof(
  {
    weight: 60,
    arbitrary: fc
      .tuple(fc.constantFrom("a", "title", "alt_text", "focus-x", "k9"), fc.nat(99))
      .map(([name, number]) => name + number),
  },
  { weight: 1, arbitrary: fc.constantFrom("a", "b") },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "1",
      "true",
      "null",
      "~",
      "",
      '"q"',
      "'q'",
      "__proto__",
      "constructor",
      "a b",
      "é",
      "<<",
      "-a",
      "? a",
      "&x a",
      "*x",
      "[a]",
      "{a}",
      "y",
      "a#",
      "-",
    ),
  },
);
const colon = fc.oneof(
  { weight: 60, arbitrary: fc.constant(": ") },
  { weight: 1, arbitrary: fc.constantFrom(":", ":  ", " : ", " :", ":\t") },
);
const comma = fc.oneof(
  { weight: 60, arbitrary: fc.constant(",") },
  { weight: 1, arbitrary: fc.constantFrom("", ";", ", ,") },
);
const gap = fc.oneof(
  { weight: 12, arbitrary: fc.constant(" ") },
  { weight: 1, arbitrary: fc.constantFrom("", "  ", "\n  ", "\t") },
);

const { flow } = fc.letrec((tie) => ({
  flow: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    word,
    fc
      .tuple(
        fc.array(fc.tuple(tie("flow"), comma), { maxLength: 4 }),
        gap,
        fc.oneof(
          { weight: 30, arbitrary: fc.constant("]") },
          { weight: 1, arbitrary: fc.constantFrom("}", ",]", "", "] order: 1") },
        ),
      )
      .map(
        ([items, space, close]) =>
          `[${items.map(([item, comma], index) => item + (index < items.length - 1 ? comma : "")).join(space)}${close}`,
      ),
    fc
      .tuple(
        fc.array(fc.tuple(key, colon, tie("flow"), comma), { maxLength: 4 }),
        gap,
        fc.oneof(
          { weight: 30, arbitrary: fc.constant("}") },
          { weight: 1, arbitrary: fc.constantFrom("]", ",}", "", "} order: 1") },
        ),
      )
      .map(
        ([pairs, space, close]) =>
          `{${space}${pairs.map(([name, mark, item, comma], index) => `${name}${mark}${item}${index < pairs.length - 1 ? comma : ""}`).join(space)}${space}${close}`,
      ),
  ),
})) as { flow: fc.Arbitrary<string> };

const header = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom("|", "|-", ">", ">-") },
  { weight: 1, arbitrary: fc.constantFrom("|+", ">+", "|2", ">1-", "|-2", "| # why", "|x", "> ") },
);
const textLine = fc.oneof(
  { weight: 8, arbitrary: plainWords },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "",
      "",
      " ",
      "  ",
      "      ",
      "# hash",
      "- item",
      "key: value",
      "trailing  ",
      "  deeper",
      "\ttab",
    ),
  },
);
const behind = fc.oneof(
  { weight: 40, arbitrary: fc.constant("") },
  { weight: 2, arbitrary: fc.constant(" # placeholder") },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      " # a comment",
      " #glued",
      "# glued",
      "  # placeholder",
      " # placeholder ",
      "  ",
      " order: 1",
      " x",
    ),
  },
);
const mark = fc.oneof(
  { weight: 16, arbitrary: fc.constant("") },
  { weight: 1, arbitrary: fc.constantFrom("&x ", "*x", "!t ", "!!str ", "&x\n", "? ") },
);

type Block = (indent: number) => string;
const pad = (columns: number) => " ".repeat(Math.max(0, columns));
/** Nearly always the indentation that is meant. */
const slip = fc.oneof(
  { weight: 24, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.constantFrom(-2, -1, 1, 2) },
);
const between = fc.oneof(
  { weight: 50, arbitrary: fc.constant("") },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "\n",
      "  \n",
      "# a comment\n",
      "    # deeper\n",
      "\t\n",
      "---\n",
      "...\n",
      "text\n",
      "- item\n",
    ),
  },
);

const scalarBlock: fc.Arbitrary<Block> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.tuple(word, behind).map(
      ([value, rest]): Block =>
        () =>
          ` ${value}${rest}\n`,
    ),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(flow, behind).map(
      ([value, rest]): Block =>
        () =>
          ` ${value}${rest}\n`,
    ),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(header, fc.array(fc.tuple(textLine, slip), { maxLength: 5 }), fc.constantFrom(2, 2, 2, 2, 2, 2, 1, 4, 0))
      .map(
        ([head, lines, deeper]): Block =>
          (indent) =>
            ` ${head}\n${lines.map(([line, by]) => `${line.trim() === "" ? "" : pad(indent + deeper + by)}${line}\n`).join("")}`,
      ),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        fc.oneof(plainWords, quoted),
        fc.array(fc.tuple(textLine, slip), { minLength: 1, maxLength: 3 }),
        fc.constantFrom("", "", '"', "'"),
      )
      .map(
        ([first, lines, mark]): Block =>
          (indent) =>
            ` ${mark}${first}\n${lines.map(([line, by], index) => `${pad(indent + 2 + by)}${line}${index === lines.length - 1 ? mark : ""}\n`).join("")}`,
      ),
  },
);

const { block } = fc.letrec<{ block: Block; map: Block; list: Block }>((tie) => ({
  block: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    { weight: 4, arbitrary: scalarBlock },
    { weight: 2, arbitrary: tie("map") },
    { weight: 2, arbitrary: tie("list") },
  ),
  map: fc
    .tuple(
      mark,
      fc.array(fc.tuple(key, colon, tie("block"), slip, between), { maxLength: 4 }),
      fc.constantFrom(2, 2, 2, 4),
    )
    .map(
      ([anchor, pairs, step]): Block =>
        (indent) =>
          `${anchor && ` ${anchor}`}\n${pairs.map(([name, sign, value, by, line]) => `${line}${pad(indent + step + by)}${name}${sign.trimEnd()}${value(indent + step)}`).join("")}`,
    ),
  list: fc
    .tuple(
      mark,
      fc.array(fc.tuple(tie("block"), slip, between, fc.boolean(), key), { maxLength: 4 }),
      fc.constantFrom(2, 2, 0),
    )
    .map(
      ([anchor, items, step]): Block =>
        (indent) =>
          `${anchor && ` ${anchor}`}\n${items
            .map(([item, by, line, isMap, name]) => {
              const at = indent + step;
              return `${line}${pad(at + by)}-${isMap ? ` ${name}:${item(at + 2)}` : item(at)}`;
            })
            .join("")}`,
    ),
}));

/** A document, as a mapping at its top nearly always is. */
export const yamlDocument: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(fc.tuple(key, colon, block, slip, between), { minLength: 1, maxLength: 5 }),
    fc.oneof(
      { weight: 12, arbitrary: fc.constant("") },
      { weight: 1, arbitrary: fc.constantFrom("---\n", "%YAML 1.2\n---\n", "\ufeff", " ", "# first\n\n") },
    ),
    fc.constantFrom("\n", "\n", "\n", "\r\n", "mixed"),
    fc.constantFrom("keep", "keep", "cut", "add"),
  )
  .map(([pairs, lead, ends, last]) => {
    const whole = `${lead}${pairs.map(([name, sign, value, by, line]) => `${line}${pad(by)}${name}${sign.trimEnd()}${value(0)}`).join("")}`;
    const text = last === "cut" ? whole.replace(/\n+$/, "") : last === "add" ? `${whole}\n  \n` : whole;
    if (ends === "\n") return text;
    let line = 0;
    return text.replace(/\n/g, () => (ends === "\r\n" || line++ % 3 === 0 ? "\r\n" : "\n"));
  });
