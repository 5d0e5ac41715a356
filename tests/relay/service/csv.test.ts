// The exported table, read again as a spreadsheet program would.
import { PassThrough } from "node:stream";
import { text as textOf } from "node:stream/consumers";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FIELD_LIMITS, type FieldName } from "../../../relay/contract.ts";
import type { ShownField } from "../../../relay/requests/shown-fields.ts";
import type { WithShownFields } from "../../../relay/service/export-table.ts";
import { writeTable } from "../../../relay/service/export-table.ts";
import type { StoredSubmission } from "../../../relay/store/operations/look-up.ts";
import { anyCharacter } from "../../support/process/any-character.ts";

const RECEIVED = Date.UTC(2026, 2, 14, 16, 5);

function stored(
  fields: Partial<Record<FieldName, string>>,
  shown: readonly ShownField[] = [],
): StoredSubmission & WithShownFields {
  const empty = Object.fromEntries(Object.keys(FIELD_LIMITS).map((name) => [name, ""])) as Record<FieldName, string>;
  const [id, reference] = ["0198", "EV-7K3M-9QXD"];
  const submission = {
    id,
    reference,
    form: "venue",
    fields: { ...empty, ...fields },
    answers: [],
    page: "/venues/",
    suspicion: { score: 0, reasons: [] },
    receivedAt: RECEIVED,
  } as const;
  return { id, reference, form: "venue", receivedAt: RECEIVED, submission, erasedAt: null, entries: [], shown };
}

/** RFC 4180, as strict as it can be read. */
function parse(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length; ) {
    let cell = "";
    if (text[at] === '"') {
      for (at += 1; ; at += 1) {
        if (at >= text.length) throw new Error("a quotation mark is not closed");
        if (text[at] !== '"') cell += text[at];
        else if (text[at + 1] === '"') cell += text[++at];
        else break;
      }
      at += 1;
    } else while (at < text.length && !/[",\r\n]/.test(text[at] ?? "")) cell += text[at++];
    row.push(cell);
    if (text[at] === ",") at += 1;
    else if (text.startsWith("\r\n", at)) {
      rows.push(row);
      row = [];
      at += 2;
    } else throw new Error(`stray ${JSON.stringify(text[at])}`);
  }
  return rows;
}

async function writtenTable(
  item: StoredSubmission & WithShownFields,
  columns: Parameters<typeof writeTable>[0]["columns"] = [],
): Promise<string> {
  const sink = new PassThrough();
  async function* items() {
    yield item;
  }
  const [written] = await Promise.all([textOf(sink), writeTable({ columns, newest: item.id }, items(), sink, {})]);
  return written;
}

async function cellOf(fields: Partial<Record<FieldName, string>>, column: FieldName): Promise<string> {
  const [header = [], row = []] = parse(await writtenTable(stored(fields)));
  return row[header.indexOf(column)] ?? "missing";
}

/** Before those that forms ask of their own. */
const COLUMNS = [
  ...["reference", "receivedAt", "form", ...Object.keys(FIELD_LIMITS)],
  ...["page", "suspicion", "team", "acknowledgement", "erasedAt"],
];

describe("the exported table", () => {
  test("has a column for each field, under its name", async () => {
    const written = await writtenTable(stored({ firstName: "Zoë", email: "zoë@exämple.ca" }));
    const [header = [], row = []] = parse(written);
    expect([...header].sort()).toEqual([...COLUMNS].sort());
    const named = Object.fromEntries(header.map((name, at) => [name, row[at]]));
    expect(named).toMatchObject({
      reference: "EV-7K3M-9QXD",
      receivedAt: "2026-03-14T16:05:00.000Z",
      form: "venue",
      firstName: "Zoë",
      email: "zoë@exämple.ca",
      page: "/venues/",
    });
  });

  test("has a column behind them for each name that forms ask of their own, with its label", async () => {
    const answer = (name: string, text: string): ShownField => ({
      name,
      label: name,
      type: "text",
      text,
      isUnknown: true,
    });
    const columns = [
      { name: "diet", label: "Dietary needs, if any" },
      { name: "floor", label: "floor" },
    ];
    const shown = [answer("floor", "=1+1"), answer("other", "x")];
    const [header = [], row = []] = parse(await writtenTable(stored({}, shown), columns));
    expect(header.slice(COLUMNS.length)).toEqual(["Dietary needs, if any (diet)", "floor"]);
    expect(row.slice(COLUMNS.length)).toEqual(["", "'=1+1"]);
  });

  test.each([
    '=HYPERLINK("https://example.com","x")',
    "+1 416 555 0142",
    "-2+3",
    "@SUM(A1)",
    "|cmd",
    "%0A=1",
    "\t=1+1",
    "\r=1+1",
    "  =1+1",
    "\u200b=1+1",
    "＝1+1",
    "＠x",
  ])("shows %j as text", async (text) => {
    const cell = await cellOf({ message: text }, "message");
    expect(cell).toBe(`'${text}`);
  });

  test("is read again as it was written, whatever was typed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCharacter }), fc.string(), async (message, company) => {
        const cell = await cellOf({ message, company }, "message");
        // Half of a character cannot be written in UTF-8.
        const typed = Buffer.from(message).toString();
        return (cell === typed || cell === `'${typed}`) && !/^[\s\0]*[=+\-@]/.test(cell);
      }),
    );
  });

  test("says of an erased submission when it was erased, and nothing else", async () => {
    const written = await writtenTable({ ...stored({}), submission: null, erasedAt: RECEIVED + 1000 });
    expect(written.slice(written.indexOf("\r\n") + 2)).toBe(
      "EV-7K3M-9QXD,2026-03-14T16:05:00.000Z,venue,,,,,,,,,,,,,,,2026-03-14T16:05:01.000Z\r\n",
    );
  });
});
