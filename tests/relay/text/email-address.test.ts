// Which texts are addresses that mail can be sent to, and which spellings are one address.
import { describe, expect, test } from "vitest";
import { addressKey, parseEmailAddress } from "../../../relay/text/email-address.ts";

const LONGEST_LABEL = "a".repeat(63);
const address = (bytes: number) => `${"l".repeat(64)}@${"d".repeat(bytes - 68)}.ca`;

describe("an address", () => {
  test.each([
    ["zoe@evenhall.ca", "zoe", "evenhall.ca"],
    ["Zoë.O'Neil+tag=x@Evenhall.CA", "Zoë.O'Neil+tag=x", "evenhall.ca"],
    ["!#$%&'*+/=?^_`{|}~-@a-b.ca", "!#$%&'*+/=?^_`{|}~-", "a-b.ca"],
    ["用户@例子.公司", "用户", "例子.公司"],
    ["a@1.ca2", "a", "1.ca2"],
    ["a@b.3.ca", "a", "b.3.ca"],
    ["a@b.1ca", "a", "b.1ca"],
    [`${"l".repeat(64)}@a.ca`, "l".repeat(64), "a.ca"],
    [`a@${LONGEST_LABEL}.ca`, "a", `${LONGEST_LABEL}.ca`],
  ])("is %s", (text, local, domain) => {
    expect(parseEmailAddress(text)).toEqual({ local, domain });
  });

  test.each([
    ...`zoe @evenhall.ca zoe@ zoe@ca zoe@evenhall. zoe@.ca zoe@a..ca zoe@-a.ca zoe@a-.ca zoe@192.0.2.1 zoe@[192.0.2.1]
      zoe@a.b.12 zoe@a_b.ca zoe.@a.ca .zoe@a.ca zo..e@a.ca "zoe"@a.ca zoe,ann@a.ca zoe@ann@a.ca <zoe@a.ca>
      zoe(comment)@a.ca a@b.c\u202e`.split(/\s+/),
    ...["", "zoe@a b.ca", "zoe@a.ca\n", " zoe@a.ca", "zo e@a.ca", "Zoë <zoe@a.ca>", "zoe@a.ca\r\nBcc: ann@a.ca"],
    ...[`${"l".repeat(65)}@a.ca`, `a@${LONGEST_LABEL}a.ca`, `${"é".repeat(33)}@a.ca`],
  ])("is not %j", (text) => {
    expect(parseEmailAddress(text)).toBeNull();
  });

  test("has a domain of 253 characters at most, as the DNS spells it", () => {
    const domain = Array<string>(32).fill("é").join(".");
    expect(parseEmailAddress(`a@${domain}`)).toBeNull();
    expect(parseEmailAddress(`a@${domain.slice(0, -4)}`)).not.toBeNull();
  });

  test("has 254 bytes at most", () => {
    const domain = (bytes: number) =>
      ["a", "b", "c"].map((letter) => letter.repeat(50)).join(".") + ".".padEnd(bytes, "d");
    const longest = `${"l".repeat(64)}@${domain(254 - 65 - 152)}`;
    expect(Buffer.byteLength(longest)).toBe(254);
    expect(parseEmailAddress(longest)).not.toBeNull();
    expect(parseEmailAddress(`${longest}d`)).toBeNull();
    expect(parseEmailAddress(address(300))).toBeNull();
  });
});

test.each([
  ["Zoe@Evenhall.CA ", "zoe@evenhall.ca"],
  ["e\u0301@a.ca", "é@a.ca"],
  ["a@BÜRO.example", "a@xn--bro-hoa.example"],
  ["a@not a domain", "a@not a domain"],
  ["a@b@c.ca", "a@b@c.ca"],
  ["No Address", "no address"],
])("%j is counted as %s", (text, key) => {
  expect(addressKey(text)).toBe(key);
});
