// What people write to block a sender, and whom that means.
import { describe, expect, test } from "vitest";
import { createBlockMatch, readBlock } from "../../../relay/requests/sender-block.ts";
import { foldText } from "../../../relay/text/fold-text.ts";
import { NO_FIELDS } from "../support/with-outbox.ts";

test.each([
  ["Zoe+gala@Example.com", "address", "zoe@example.com"],
  [" zoë@exämple.com ", "address", "zoë@xn--exmple-cua.com"],
  ["Example.COM", "domain", "example.com"],
  ["@exämple.com", "domain", "xn--exmple-cua.com"],
  ["203.0.113.7", "network", "203.0.113.7"],
  ["203.0.113.0/24", "network", "203.0.113.0/24"],
  ["::ffff:cb00:7107", "network", "203.0.113.7"],
  ["2001:DB8::/32", "network", "2001:db8::/32"],
  ["Cheap  Wátches", "words", "cheap watches"],
  ['"example.com"', "words", "example.com"],
  ["3.5 million", "words", "3.5 million"],
])("%s is a block of the kind %s", (written, kind, value) => expect(readBlock(written)).toEqual({ kind, value }));

test.each([
  ["", /characters/],
  ["ab", /characters/],
  ['""', /characters/],
  ["x".repeat(201), /characters/],
  ["1.2.3.4/33", /no IP address/],
  ["300.1.2.3", /no IP address/],
  ["10.0.0.0/7", /nearly everybody/],
  ["2001::/18", /nearly everybody/],
  ["zoe@", /no email address/],
])("%s is none, and the reason is said", (written, reason) => expect(readBlock(written)).toMatch(reason));

describe("a block means", () => {
  const isMeant = (written: string, sender: { email?: string; message?: string; company?: string; from?: string }) => {
    const block = readBlock(written);
    if (typeof block === "string") throw new Error(block);
    const { from = "198.51.100.1", email = "ann@example.net", ...fields } = sender;
    return createBlockMatch([block])({ fields: { ...NO_FIELDS, email, ...fields }, answers: [], clientAddress: from });
  };

  test.each([
    ["zoe@example.com", { email: "ZOE+1@example.com" }, true],
    ["zoe@example.com", { email: "zoe@mail.example.com" }, false],
    ["zoe@example.com", { message: "zoe@example.com" }, false],
    ["example.com", { email: "a@example.com" }, true],
    ["example.com", { email: "a@mail.EXAMPLE.com" }, true],
    ["example.com", { email: "a@badexample.com" }, false],
    ["example.com", { email: "a@example.com.test" }, false],
    ["exämple.com", { email: "a@exämple.com" }, true],
    ["203.0.113.0/24", { from: "203.0.113.255" }, true],
    ["203.0.113.0/24", { from: "203.0.114.0" }, false],
    ["203.0.113.7", { from: "::ffff:203.0.113.7" }, true],
    ["2001:db8::/32", { from: "2001:db8:1::9" }, true],
    ["2001:db8::/32", { from: "unknown" }, false],
    ["cheap watches", { message: "Buy CHEAP\n wätches!" }, true],
    ["cialis", { company: "The Specialist" }, false],
    ["cialis", { company: "(cialis)" }, true],
    ["a.c (d)", { message: "abc d a.c (d)" }, true],
    ["a.c (d)", { message: "abc (d)" }, false],
    ["日本語", { message: "日本語 です" }, true],
  ] as const)("%s: %j is %s", (written, sender, isOne) => expect(isMeant(written, sender)).toBe(isOne));

  test("nobody where there is none", () => {
    expect(createBlockMatch([])({ fields: NO_FIELDS, answers: [], clientAddress: "203.0.113.7" })).toBe(false);
  });
});

test("text is folded to what people type without looking", () => {
  const pairs = [
    ["Café ÉLYSÉE", "cafe elysee"],
    ["Straße Œuvre Søren Łódź", "strasse oeuvre soren lodz"],
    ["Ｗｉｄｅ ﬁne", "wide fine"],
    ["İstanbul", "istanbul"],
    ["O’Connor", "o'connor"],
    ["ΑΘΉΝΑ", "αθηνα"],
  ];
  for (const [text = "", folded] of pairs) expect(foldText(text)).toBe(folded);
});
