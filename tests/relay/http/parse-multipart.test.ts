// Multipart bodies as browsers make them are read as they were meant; all others are refused, wherever they end.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RefusedError } from "../../../relay/errors.ts";
import { parseMultipart } from "../../../relay/http/parse-multipart.ts";
import { anyCharacter } from "../../support/any-character.ts";
import { rounds } from "../../support/rounds.ts";

const TYPE = "multipart/form-data; boundary=b";
const parse = (text: string, type = TYPE) => Object.fromEntries(parseMultipart(Buffer.from(text), type));
const part = (headers: string, content: string) => `--b\r\n${headers}\r\n\r\n${content}\r\n`;
const field = (name: string, content: string) => part(`Content-Disposition: form-data; name="${name}"`, content);

function refusalOf(read: () => unknown): RefusedError | null {
  try {
    read();
    return null;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return error;
  }
}

const codeOf = (read: () => unknown) => refusalOf(read)?.code ?? null;

test("what a browser sends is read as it was typed", async () => {
  const texts = fc.string({ unit: anyCharacter, maxLength: 60 }).map((text) => text.toWellFormed());
  // Browsers send line breaks in names escaped, and all breaks as CR LF.
  const names = fc.string({ unit: fc.constantFrom(..."azÄ你-_. []"), minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.dictionary(names, texts, { maxKeys: 6 }), async (fields) => {
      const data = new FormData();
      for (const [name, value] of Object.entries(fields)) data.append(name, value);
      data.append("empty", new Blob([]), "");
      const sent = new Response(data);
      const bytes = Buffer.from(await sent.arrayBuffer());
      const read = parseMultipart(bytes, sent.headers.get("content-type") ?? "");
      const asSent = (text: string) => text.replace(/\r\n|\r|\n/g, "\r\n").replace(/^\ufeff/, "");
      expect(read).toEqual(Object.entries(fields).map(([name, value]) => [name, asSent(value)]));
    }),
    rounds(20, 5000),
  );
});

describe("a body that is written another way", () => {
  test.each([
    ["text before and after", `to whom\r\n${field("a", "1")}--b--\r\nthe end`, { a: "1" }],
    ["blanks behind its boundaries", `${field("a", "1").replace("--b", "--b \t")}--b--  \r\n`, { a: "1" }],
    ["content that looks like a boundary", `${field("a", "x\r\n--bc\r\n--b x")}--b--`, { a: "x\r\n--bc\r\n--b x" }],
    ["no content", `${field("a", "")}--b--`, { a: "" }],
    [
      "one name twice",
      `${field("a", "1")}${field("a", "2")}--b--`,
      [
        ["a", "1"],
        ["a", "2"],
      ],
    ],
    ["a folded header", `${part('content-disposition: form-data;\r\n name="a"', "1")}--b--`, { a: "1" }],
    ["a name without quotes", `${part("Content-Disposition:form-data;name=a", "1")}--b--`, { a: "1" }],
    ["parts that are no fields", `${part("X: y", "1")}${part("Content-Disposition: attachment", "2")}--b--`, {}],
    ["a disposition that begins like a field's", `${part('Content-Disposition: form-data2; name="a"', "1")}--b--`, {}],
    [
      "a name that is not the first of its parameters",
      `${part('Content-Disposition: form-data; x="b"; name="a"', "1")}--b--`,
      { a: "1" },
    ],
    ["a field without a name", `${part("Content-Disposition: form-data", "1")}--b--`, {}],
    ["a part without headers", "--b\r\n\r\n1\r\n--b--", {}],
    ["names of every object", `${field("__proto__", "1")}${field("a", "2")}--b--`, { ["__proto__"]: "1", a: "2" }],
    ["more fields than any form has", `${field("x", "1").repeat(200)}--b--`, Array(200).fill(["x", "1"])],
    [
      "a character set of its own",
      `${part('Content-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset="windows-1252"', "ä")}--b--`,
      { a: "Ã¤" },
    ],
  ])("may have %s", (_, body, fields) => {
    const read = parseMultipart(Buffer.from(body), TYPE);
    expect(read).toEqual(Array.isArray(fields) ? fields : Object.entries(fields));
  });

  test.each(['multipart/form-data; boundary="a,b"', `${TYPE.replace("=b", "=a,b").replace("a,b", '"a,b"')}, ${TYPE}`])(
    "may have a boundary in quotes: %s",
    (type) => expect(parse(`${field("a", "1").replaceAll("--b", "--a,b")}--a,b--`, type)).toEqual({ a: "1" }),
  );
});

describe("a body that is refused", () => {
  const named = 'Content-Disposition: form-data; name="f"; filename="x"';
  test.each([
    ["without a boundary in its type", "multipart/form-data", `${field("a", "1")}--b--`, "bad_request"],
    ["with another boundary", "multipart/form-data; boundary=c", `${field("a", "1")}--b--`, "bad_request"],
    ["without parts", TYPE, "no parts at all", "bad_request"],
    ["without its end", TYPE, field("a", "1"), "bad_request"],
    ["that ends inside a file", TYPE, `--b\r\n${named}\r\n\r\nx`, "bad_request"],
    ["that ends inside a header", TYPE, "--b\r\nContent-Disp", "bad_request"],
    ["with a part that is only headers", TYPE, `--b\r\n${named}\r\n--b--`, "bad_request"],
    ["with a line that is no header", TYPE, `${part("nonsense", "1")}--b--`, "bad_request"],
    ["with a file", TYPE, `${part(named, "a letter")}--b--`, "unsupported_type"],
    [
      "with a file by its type",
      TYPE,
      `${part('Content-Disposition: form-data; name="f"\r\nContent-Type: application/octet-stream', "x")}--b--`,
      "unsupported_type",
    ],
    [
      "in a character set that nobody knows",
      TYPE,
      `${part('Content-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=x', "1")}--b--`,
      "unsupported_type",
    ],
  ])("%s", (_, type, body, code) => {
    const refusal = refusalOf(() => parse(body, type));
    expect([refusal?.code, refusal?.message]).toEqual([code, expect.stringMatching(/^[A-Z].*\.$/)]);
    expect(code === "bad_request" ? refusal?.details : refusal?.hint).toMatch(/^[A-Z].*\.$/);
  });

  test("names what is missing", () => {
    expect(refusalOf(() => parse("", "multipart/form-data"))?.details).toBe("The content-type names no boundary.");
    expect(refusalOf(() => parse("no parts at all"))?.details).toBe("The last boundary is missing.");
  });

  test("at whichever byte it was cut", () => {
    const whole = Buffer.from(`${field("a", "1")}${part(named, "x")}${field("c", "3")}--b--`);
    for (let end = 0; end < whole.length; end++)
      expect([end, codeOf(() => parseMultipart(whole.subarray(0, end), TYPE))]).toEqual([end, expect.any(String)]);
  });
});
