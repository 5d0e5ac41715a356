import { expect, test } from "vitest";
import { checkWords } from "../../../relay/doctor/check-words.ts";
import { type MailWords, resolveMailWords } from "../../../relay/message/mail-words.ts";

const REAL = { email: "events@evenhall.ca", phone: "416-204-1177" };
const findingOf = (company: Partial<MailWords["company"]>) =>
  checkWords(resolveMailWords({ company }).words as MailWords);

test.each([
  ["the relay's own words", {}, "warning", /hello@example\.com and 416-555-0142/],
  ["an address for examples", { ...REAL, email: "x@mail.example" }, "warning", /name x@mail\.example, where/],
  ["a number for stories", { ...REAL, phone: "(416) 555-0101" }, "warning", /name \(416\) 555-0101, where/],
  ["a real company", REAL, "ok", /^mails speak for Evenhall Events Inc\.$/],
])("%s", (_, company, status, message) => {
  expect(findingOf(company)).toMatchObject({ status, message: expect.stringMatching(message) });
});
