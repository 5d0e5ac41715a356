import { expect, test } from "vitest";
import { isWholePhone } from "../../../templates/model/phone.ts";

test.each([
  ["416-555-0142", "CA"],
  ["(416) 555-0142", "US"],
  ["1 416 555 0142", "CA"],
  ["+1 416-555-0142", "CA"],
  ["+44 20 7946 0958", "CA"],
  ["+49 30 1234567", "DE"],
  ["030 1234567", "DE"],
  ["01 23 45 67 89", "FR"],
  ["33 12 34 56", "DK"],
])("%s is a phone number in %s", (phone, country) => {
  expect(isWholePhone(phone, country)).toBe(true);
});

test.each([
  ["647 555", "CA"],
  ["555-0142", "CA"],
  ["416-555-014", "CA"],
  ["416-555-01423", "CA"],
  ["016-555-0142", "CA"],
  ["416-055-0142", "CA"],
  ["2 416 555 0142", "CA"],
  ["+1 555 0142", "CA"],
  ["+1234567890123456", "DE"],
  ["12 34 56", "DE"],
  ["0000000000", "DE"],
])("%s is none in %s", (phone, country) => {
  expect(isWholePhone(phone, country)).toBe(false);
});
