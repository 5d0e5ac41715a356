// Whatever a page asks, and whichever definition of the forms the relay has: what was sent is in the store, the mail, the export and the
// webhook, every word of it, and under its name.
import assert from "node:assert/strict";
import { once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { CALL_NAMES, FIELD_LIMITS, FIELD_TYPES, type FieldDefinition, OWN_FIELDS } from "../../relay/contract.ts";
import { composeTeamMail } from "../../relay/mail/compose-team-mail.ts";
import { composeWebhook } from "../../relay/mail/webhook-body.ts";
import { type ReadRequest, readRequest } from "../../relay/requests/read-request.ts";
import { shownFields } from "../../relay/requests/shown-fields.ts";
import type { Submission } from "../../relay/requests/submission.ts";
import { writeTable } from "../../relay/service/export-table.ts";
import { checksumOf, payloadOf, submissionOf } from "../../relay/store/rows/rows.ts";
import { normaliseText } from "../../relay/text/normalise-text.ts";
import { parseDocument } from "../../relay/words/site-document.ts";
import { anyCharacter } from "../support/process/any-character.ts";
import { rounds } from "../support/process/rounds.ts";
import { definitionOf } from "../support/relay/sample-forms.ts";
import { sampleRequest, sampleSender } from "../support/relay/sample-mail.ts";

const TAKEN = new Set<string>([...Object.keys(FIELD_LIMITS), ...CALL_NAMES]);
const name = fc
  .tuple(fc.constantFrom(..."abcxyz"), fc.string({ unit: fc.constantFrom(..."abcXYZ019_"), maxLength: 12 }))
  .map((parts) => parts.join(""))
  .filter((text) => !TAKEN.has(text));
/** Words, and characters of all kinds between them. */
const words = fc
  .array(
    fc.oneof(
      fc.constantFrom("gala", "музыка", "日本", "a\r\nb", "=1+1", "\u202e", "<b>", "\0", "\ud800", '"', ";"),
      fc.string({ unit: anyCharacter, maxLength: 8 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(" ").slice(0, 300));
const value = fc.oneof(words, fc.array(words, { maxLength: 4 }), fc.integer(), fc.boolean(), fc.record({ a: words }));
const label = words.map((text) => `Label ${text.toWellFormed().replace(/\p{Cc}/gu, " ")}`.trim().slice(0, 200));

const field = fc.record({
  name,
  type: fc.constantFrom(...FIELD_TYPES),
  label,
  choices: fc.uniqueArray(name, { minLength: 1, maxLength: 3 }),
});
const asked = fc.uniqueArray(field, { selector: (each) => each.name, maxLength: 8 }).map((fields) =>
  fields.map(
    ({ choices, ...each }): FieldDefinition => ({
      ...each,
      ...{ required: false, limit: OWN_FIELDS.characters },
      ...(each.type.startsWith("choice")
        ? { options: choices.map((choice) => ({ value: choice, label: `Choice ${choice}` })) }
        : {}),
      ...(each.type === "consent" ? { wording: "I agree." } : {}),
    }),
  ),
);
const NAMED = ["firstName", "email"].map(
  (each): FieldDefinition => ({ name: each, type: "text", label: each, required: true, limit: 200 }),
);

/** What nobody sees is taken out of what was typed: what was on both sides of it is a word. */
const lettersOf = (text: string): string[] => normaliseText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
const textsOf = (sent: unknown): string[] =>
  (Array.isArray(sent) ? sent : [typeof sent === "string" ? sent : JSON.stringify(sent)]).map(String);

/** As the store gives it back. */
function kept(read: ReadRequest): Submission {
  const payload = payloadOf({ ...read, suspicion: { score: 0, reasons: [] }, receivedAt: 0 });
  const row = { id: "s1", reference: "EV-1", form: read.form, received_at: 0, payload, checksum: checksumOf(payload) };
  return { ...sampleRequest(), ...submissionOf(row) };
}

test("what a page sends is kept and shown, whatever the relay knows of it", () =>
  fc.assert(
    fc.asyncProperty(
      asked,
      fc.dictionary(name, value, { maxKeys: 8 }),
      fc.constantFrom("other", "none"),
      async (fields, more, origin) => {
        const definition = definitionOf({ fair: { title: "Fair", fields: [...NAMED, ...fields] } });
        expect(parseDocument(Buffer.from(JSON.stringify(definition))).problems).toEqual([]);
        const known = Object.fromEntries(fields.map((each, index) => [each.name, `known word${index}`]));
        const sent: Record<string, unknown> = { ...known, ...more };
        const body = {
          firstName: "Zoë",
          email: "zoe@visitor.test",
          form: "fair",
          ...sent,
          ...(origin === "other" ? { definition: "other" } : {}),
        };
        const { request: read } = readRequest(body, definition);
        assert(read !== null);
        expect(read.leftOutFields).toBe(0);
        const submission = kept(read);
        expect(submission.answers).toEqual(read.answers);
        const sender = { ...sampleSender, forms: () => definition };
        const { text } = composeTeamMail(
          { id: "row-1", recipient: "team@evenhall.test", createdAt: 0 },
          submission,
          sender,
        );
        const item = {
          id: "s1",
          reference: "EV-1",
          form: "fair",
          receivedAt: 0,
          submission,
          erasedAt: null,
          entries: [],
          shown: shownFields(submission, definition),
        };
        const columns = submission.answers.map((answer) => ({ name: answer.name, label: answer.label }));
        const sink = new PassThrough({ highWaterMark: 2 ** 20 });
        await Promise.all([
          writeTable({ columns, newest: "s1" }, Readable.from([item]), sink, {}),
          once(sink, "finish"),
        ]);
        const table = String(sink.read());
        const places = { mail: text, table, webhook: composeWebhook({ id: "row-1" }, submission) };
        for (const [key, content] of Object.entries(sent)) {
          const typed = textsOf(content).flatMap(lettersOf);
          const isEmpty = textsOf(content).every((each) => normaliseText(each) === "");
          if (!isEmpty) expect(submission.answers.map((answer) => answer.name)).toContain(key);
          for (const [place, words] of Object.entries(places)) {
            const there = new Set(
              lettersOf(place === "webhook" ? words.replace(/\\[nrt"\\]|\\u00[01][\da-f]/g, " ") : words),
            );
            expect([place, key, typed.filter((word) => !there.has(word) && !isChoice(fields, key, word))]).toEqual([
              place,
              key,
              [],
            ]);
          }
        }
      },
    ),
    rounds(60, 5_000),
  ));

/** Shown by the words that belong to it. */
const isChoice = (fields: readonly FieldDefinition[], key: string, word: string): boolean =>
  fields.some((each) => each.name === key && each.options?.some((option) => lettersOf(option.value).includes(word)));

test("any body is read or refused by name, and nothing else happens", () =>
  fc.assert(
    fc.property(
      asked,
      fc.dictionary(fc.oneof(name, fc.string({ unit: anyCharacter, maxLength: 6 })), fc.jsonValue(), { maxKeys: 60 }),
      fc.boolean(),
      (fields, more, isSame) => {
        const definition = definitionOf({ fair: { title: "Fair", fields: [...NAMED, ...fields] } });
        const { request: read, problems } = readRequest(
          {
            ...more,
            firstName: "Zoë",
            email: "zoe@visitor.test",
            form: "fair",
            ...(isSame ? { definition: definition.hash } : {}),
          },
          definition,
        );
        expect(problems.length > 0).toBe(read === null);
        if (read === null) return;
        expect(read.answers.length).toBeLessThanOrEqual(OWN_FIELDS.count);
        expect(kept(read).answers).toEqual(read.answers);
      },
    ),
    rounds(60, 5_000),
  ));
