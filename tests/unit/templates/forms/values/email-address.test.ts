import { expect, test } from "vitest";
import { asciiAddress } from "../../../../../templates/forms/values/email-address.ts";

test.each([
  ["ana@bücher.example", "ana@xn--bcher-kva.example"],
  ["Ana@Bücher.EXAMPLE", "Ana@xn--bcher-kva.example"],
  ["ana@例え.テスト", "ana@xn--r8jz45g.xn--zckzah"],
  ["Ana@Northmere.example", "Ana@Northmere.example"],
  ["", ""],
  ["bücher.example", "bücher.example"],
  ["ana@bü cher.example", "ana@bü cher.example"],
  ["ana@bücher.example/path", "ana@bücher.example/path"],
  ["ana@ü..example:80", "ana@ü..example:80"],
])("%s is sent as %s", (typed, sent) => expect(asciiAddress(typed)).toBe(sent));
