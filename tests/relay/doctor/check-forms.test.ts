// What the doctor says of the forms: whether the relay uses the definition that it should.
import { expect, test } from "vitest";
import { checkForms } from "../../../relay/commands/run-doctor.ts";
import type { FormsStatus } from "../../../relay/requests/create-forms.ts";

const status = (more: Partial<FormsStatus> = {}): FormsStatus => ({
  ...{ source: "address", place: "https://www.example.com/forms.json", hash: "0123456789abcdef" },
  ...{ forms: ["contact"], problem: null, ...more },
});

test.each<[Partial<FormsStatus>, string, RegExp]>([
  [{}, "ok", /^contact \(.{16}\) from https:/],
  [{ source: "own", place: null }, "ok", /^the relay's own/],
  [{ source: "copy", problem: "cannot be reached" }, "warning", /cannot be reached; .* the last good copy: contact/],
])("%j is %s", (more, is, message) => {
  expect(checkForms(status(more))).toMatchObject({ status: is, message: expect.stringMatching(message) });
});
