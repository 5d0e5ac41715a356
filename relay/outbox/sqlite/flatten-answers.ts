// For a copy in an earlier format: releases that know four forms and ten fields get what other forms asked as lines of the message.
import { FORM_NAMES } from "../../contract.ts";
import type { Submission } from "../../message/submission.ts";
import { checksumOf, DamagedRowError, payloadOf, submissionOf } from "../operations/rows.ts";
import type { Row, Value } from "../operations/statements.ts";

interface Library {
  all(sql: string, ...values: Value[]): Row[];
  run(sql: string, ...values: Value[]): unknown;
}

const ROWS_AT_ONCE = 500;

export function flattenAnswers({ all, run }: Library): void {
  for (let after = 0; ; ) {
    const rows = all(
      `SELECT * FROM submissions WHERE sequence > ? AND erased_at IS NULL ORDER BY sequence LIMIT ${ROWS_AT_ONCE}`,
      after,
    );
    for (const row of rows) flattenRow(row, run);
    if (rows.length < ROWS_AT_ONCE) return;
    after = Number(rows.at(-1)?.sequence);
  }
}

function flattenRow(row: Row, run: Library["run"]): void {
  const submission = readable(row);
  if (submission === null) return;
  const isKnown = (FORM_NAMES as readonly string[]).includes(submission.form);
  if (isKnown && submission.answers.length === 0) return;
  const lines = [
    ...(isKnown ? [] : [`Form: ${submission.form}`]),
    ...submission.answers.map(({ label, value, shown = value }) => `${label}: ${[shown].flat().join("; ")}`),
  ];
  const message = [submission.fields.message, lines.join("\n")].filter(Boolean).join("\n\n");
  const payload = payloadOf({ ...submission, fields: { ...submission.fields, message }, answers: [] });
  run(
    "UPDATE submissions SET form = ?, payload = ?, checksum = ? WHERE sequence = ?",
    isKnown ? submission.form : FORM_NAMES[0],
    payload,
    checksumOf(payload),
    Number(row.sequence),
  );
}

/** A damaged row stays as it is: the earlier release reports it too. */
function readable(row: Row): Submission | null {
  try {
    return submissionOf(row);
  } catch (error) {
    if (!(error instanceof DamagedRowError)) throw error;
    return null;
  }
}
