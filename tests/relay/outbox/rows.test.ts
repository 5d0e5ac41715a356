// Rows ↔ values: what was written reads back, and a row that the disk has changed is reported, never guessed at.
import { describe, expect, test } from "vitest";
import { checksumOf, emailKeyOf, entryOf, payloadOf, submissionOf } from "../../../relay/store/rows.ts";
import { DamagedRowError } from "../../../relay/store/store.ts";
import { submission } from "../support/with-outbox.ts";

const problemOf = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DamagedRowError)) throw error;
    return [error.name, error.table, error.rowId, error.message];
  }
};

describe("a submission", () => {
  const made = submission({ suspicion: { score: 20, reasons: ["link-in-name"] } }, { phone: "1", company: "Acme" });
  const payload = payloadOf(made);
  const row = {
    id: "s1",
    reference: "EV-1",
    form: "contact",
    received_at: made.receivedAt,
    payload,
    checksum: checksumOf(payload),
  };

  test("is kept as its fields in the order of the contract, its page and why it looks suspicious", () => {
    expect(payload).toBe(
      '[["Zoë","","zoe@example.org","1","Acme","","","","","We plan a gala."],"/contact/",20,["link-in-name"]]',
    );
    expect(submissionOf(row)).toEqual({ ...made, id: "s1", reference: "EV-1" });
    expect(emailKeyOf(submission({}, { email: "Zoe@Example.ORG" }))).toBe(emailKeyOf(made));
  });

  test("of an earlier release may have fewer fields", () => {
    const short = '[["Zoë"],null,0,[]]';
    const { fields, page } = submissionOf({ ...row, payload: short, checksum: checksumOf(short) });
    expect([fields.firstName, fields.lastName, fields.message, page]).toEqual(["Zoë", "", "", null]);
  });

  test.each<[string, object]>([
    ["checksum", { checksum: 1 }],
    ["checksum", { payload: payload.replace("gala", "gale") }],
    ["form", { form: "No form" }],
    ["payload", { payload: "[", checksum: checksumOf("[") }],
    ["payload", { payload: "[]", checksum: checksumOf("[]") }],
  ])("is damaged in its %s (%j)", (problem, change) => {
    expect(problemOf(() => submissionOf({ ...row, ...change }))).toEqual([
      "DamagedRowError",
      "submissions",
      "s1",
      problem,
    ]);
  });
});

describe("an entry", () => {
  const row = {
    ...{ id: "e1", submission_id: "s1", kind: "team", recipient: "team@example.com", state: "queued" },
    ...{
      attempts: 1,
      tries: 2,
      created_at: 3,
      due_at: 4,
      expires_at: 5,
      lease_token: "t",
      changed_at: 7,
      reason: "tls",
    },
  };

  test("reads back as it was written, with nothing where there is nothing", () => {
    expect(entryOf(row)).toEqual({
      ...{ id: "e1", submissionId: "s1", kind: "team", recipient: "team@example.com", state: "queued" },
      ...{ attempts: 1, tries: 2, createdAt: 3, dueAt: 4, expiresAt: 5, isLeased: true, changedAt: 7, reason: "tls" },
    });
    expect(entryOf({ ...row, submission_id: null, lease_token: null, reason: null })).toMatchObject({
      submissionId: null,
      isLeased: false,
      reason: null,
    });
  });

  test.each([
    ["kind", { kind: "letter" }],
    ["state", { state: "lost" }],
    ...["attempts", "tries", "created_at", "due_at", "expires_at", "changed_at"].map(
      (name) => ["number", { [name]: name === "tries" ? 2 ** 60 : "soon" }] as const,
    ),
  ] as const)("is damaged in its %s (%j)", (problem, change) => {
    expect(problemOf(() => entryOf({ ...row, ...change }))).toEqual(["DamagedRowError", "entries", "e1", problem]);
  });
});
