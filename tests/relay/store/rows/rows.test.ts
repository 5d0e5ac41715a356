// Rows ↔ values, as far as no row of an outbox shows it.
import { expect, test } from "vitest";
import { checksumOf, emailKeyOf, entryOf, payloadOf, submissionOf } from "../../../../relay/store/rows/rows.ts";
import { submission } from "../../support/with-outbox.ts";

const made = submission({ suspicion: { score: 20, reasons: ["link-in-name"] } }, { phone: "1", company: "Acme" });
const rowOf = (payload: string, checksum = checksumOf(payload)) =>
  submissionOf({
    ...{ id: "s1", reference: "EV-1", form: "contact", received_at: made.receivedAt, payload },
    checksum,
  });

test("a submission is kept as it was sent, and one that was changed is damaged", () => {
  const kept = payloadOf(made);
  expect(rowOf(kept)).toEqual({ ...made, id: "s1", reference: "EV-1" });
  expect(emailKeyOf(submission({}, { email: "Zoe@Example.ORG" }))).toBe(emailKeyOf(made));
  expect(() => rowOf(kept, checksumOf(`${kept} `))).toThrow("checksum");
  expect(() => rowOf("[")).toThrow("payload");
});

test.each([{ state: "lost" }, { tries: 2 ** 60 }])("an entry is damaged by %j", (change) => {
  const numbers = { attempts: 1, tries: 2, created_at: 3, due_at: 4, expires_at: 5, changed_at: 7 };
  const nothing = { submission_id: null, lease_token: null, reason: null };
  const row = { id: "e1", kind: "team", recipient: "team@example.com", state: "queued", ...numbers, ...nothing };
  expect(entryOf(row)).toMatchObject({ submissionId: null, isLeased: false, reason: null });
  expect(() => entryOf({ ...row, ...change })).toThrow(Object.keys(change)[0] === "state" ? "state" : "number");
});
