// Rows ↔ values, as far as no row of an outbox shows it: those of an earlier release, and those that a list leaves out.
import { expect, test } from "vitest";
import { checksumOf, emailKeyOf, entryOf, payloadOf, submissionOf } from "../../../relay/store/rows.ts";
import { submission } from "../support/with-outbox.ts";

const made = submission({ suspicion: { score: 20, reasons: ["link-in-name"] } }, { phone: "1", company: "Acme" });
const rowOf = (payload: string) =>
  submissionOf({
    ...{ id: "s1", reference: "EV-1", form: "contact", received_at: made.receivedAt, payload },
    checksum: checksumOf(payload),
  });

test("a submission is kept as its fields in the order of the contract, its page and why it looks suspicious", () => {
  const kept =
    '[["Zoë","","zoe@example.org","1","Acme","","","","","We plan a gala."],"/contact/",20,["link-in-name"]]';
  expect(payloadOf(made)).toBe(kept);
  expect(rowOf(kept)).toEqual({ ...made, id: "s1", reference: "EV-1" });
  expect(emailKeyOf(submission({}, { email: "Zoe@Example.ORG" }))).toBe(emailKeyOf(made));
});

test("one of an earlier release may have fewer fields, and one that is none is damaged", () => {
  const { fields, page } = rowOf('[["Zoë"],null,0,[]]');
  expect([fields.firstName, fields.lastName, fields.message, page]).toEqual(["Zoë", "", "", null]);
  for (const payload of ["[", "[]"]) expect(() => rowOf(payload)).toThrow("payload");
});

test.each([{ state: "lost" }, { tries: 2 ** 60 }])("an entry is damaged by %j", (change) => {
  const numbers = { attempts: 1, tries: 2, created_at: 3, due_at: 4, expires_at: 5, changed_at: 7 };
  const nothing = { submission_id: null, lease_token: null, reason: null };
  const row = { id: "e1", kind: "team", recipient: "team@example.com", state: "queued", ...numbers, ...nothing };
  expect(entryOf(row)).toMatchObject({ submissionId: null, isLeased: false, reason: null });
  expect(() => entryOf({ ...row, ...change })).toThrow(Object.keys(change)[0] === "state" ? "state" : "number");
});
