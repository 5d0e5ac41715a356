// What the doctor says of the site's document: whether the relay uses the one that it should, and in whose name mails are sent.
import { expect, test } from "vitest";
import { checkCompany } from "../../../relay/doctor/check-company.ts";
import { checkForms } from "../../../relay/doctor/check-forms.ts";
import type { FormsStatus } from "../../../relay/upkeep/used-document.ts";
import { companyOfSender } from "../../../relay/words/mail-words.ts";
import { sampleWords } from "../../support/relay/sample-mail.ts";

const status = (more: Partial<FormsStatus> = {}): FormsStatus => ({
  ...{ source: "address", place: "https://www.example.com/forms.json", hash: "0123456789abcdef" },
  ...{ forms: ["contact"], company: sampleWords.company, isNamed: true, problem: null, ...more },
});

test.each<[Partial<FormsStatus>, string, RegExp]>([
  [{}, "ok", /^contact \(.{16}\) from https:/],
  [{ source: "own", place: null }, "ok", /^the relay's own/],
  [{ source: "copy", problem: "cannot be reached" }, "warning", /cannot be reached; .* the last good copy: contact/],
])("%j is %s", (more, is, message) => {
  expect(checkForms(status(more))).toMatchObject({ status: is, message: expect.stringMatching(message) });
});

const UNNAMED = { company: companyOfSender({ name: "The Website", address: "a@b.example" }), isNamed: false };

test.each<[Partial<FormsStatus>, "smtp" | "maildir", string, RegExp]>([
  [{}, "smtp", "ok", /^mails speak as Evenhall \(Evenhall Events Inc\.\), 140 Lantern Lane.*hello@example\.com$/],
  [UNNAMED, "maildir", "warning", /^mails speak as The Website, the sender's name/],
  [UNNAMED, "smtp", "failed", /nothing says which company/],
])("%j over %s is %s", (more, target, is, message) => {
  expect(checkCompany(status(more), target)).toMatchObject({ status: is, message: expect.stringMatching(message) });
});
