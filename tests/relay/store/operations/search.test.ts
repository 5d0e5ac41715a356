// What people find by words: in any field, however it is written, and nothing of what was erased.
import { expect, test } from "vitest";
import type { SubmissionFields } from "../../../../relay/requests/submission.ts";
import { acceptedAs, DAY, type TestOutbox, withOutbox } from "../../support/with-outbox.ts";

async function accepted(relay: TestOutbox, fields: Partial<SubmissionFields>, more = {}): Promise<string> {
  relay.clock.advance(1000);
  return (await acceptedAs(relay, more, fields)).reference;
}

/** Page by page. */
async function found(relay: TestOutbox, search: string, more = {}, after: string | null = null): Promise<string[]> {
  const { items, next } = await relay.outbox.list({ search, ...more }, 1, after);
  const others = next === null ? [] : await found(relay, search, more, next);
  return [...items.map(({ reference }) => reference), ...others];
}

async function wordsOf({ outbox, store, reopen }: TestOutbox): Promise<unknown[]> {
  await outbox.close();
  const rows = await store.rows("SELECT words FROM submissions ORDER BY id");
  await reopen();
  return rows.map(({ words }) => words);
}

test("a request is found by name, company, address and words, without regard to case, accents and line breaks", () =>
  withOutbox(async (relay) => {
    const zoe = await accepted(relay, {
      firstName: "Zoë",
      lastName: "Ångström",
      company: "Straße & Søn 100%_x",
      email: "zoe.a@Example.org",
      message: "We plan a “gala”\nat the Élysée \\ hall.",
    });
    const answers = [{ name: "season", label: "Season", type: "choice", value: "w1nter", shown: "Spätherbst" }];
    const fields = { firstName: "ANN", email: "ann@example.net", message: "日本語 のお祝い, ÇA VA" };
    const ann = await accepted(relay, fields, { answers });
    const both = [ann, zoe];
    const cases: [words: string, references: string[]][] = [
      ["zoe", [zoe]],
      ["ZOË angstrom", [zoe]],
      ["angstrom ann", []],
      ["strasse son", [zoe]],
      ["100%_x", [zoe]],
      ["100x", []],
      ["zoe.a@example.org", [zoe]],
      ["zoexa@example.org", []],
      ["example", both],
      ["elysee \\ hall", [zoe]],
      ['"plan a "gala" at"', [zoe]],
      ['"gala plan"', []],
      ['"plan a"', [zoe]],
      ['angstrom"plan a"elysee', [zoe]],
      ["日本語", [ann]],
      ["ＡＮＮ ca w1nter spatherbst", [ann]],
      ["/contact/", both],
      [zoe, [zoe]],
      [zoe.toLowerCase().replaceAll("-", ""), [zoe]],
      ["", []],
      ["null", []],
    ];
    for (const [words, references] of cases) expect([words, await found(relay, words)]).toEqual([words, references]);
  }));

test("a phone number is found however either side writes it", () =>
  withOutbox(async (relay) => {
    const one = await accepted(relay, { firstName: "One", phone: "(416) 555-0199" });
    const two = await accepted(relay, { firstName: "Two", phone: "+44 20 7946 0018", message: "Call 020/7946.0018" });
    const four = await accepted(relay, { firstName: "Four", phone: "+32 2 555 12 12" });
    const five = await accepted(relay, { firstName: "Five", phone: "030 123456" });
    const three = await accepted(relay, { firstName: "Three", attendees: "50-100", preferredDate: "2026-03-14" });
    const cases: [words: string, references: string[]][] = [
      ["4165550199", [one]],
      ["+1 416.555.0199", [one]],
      ["416 555 0199 one", [one]],
      ["555-0199", [one]],
      ["55-0199", [one]],
      ["416 555 0198", []],
      ["020 7946 0018", [two]],
      ["0044 (20) 79460018", [two]],
      ["02 555 12 12", [four]],
      ["+32 2 555 12 12", [four]],
      ["030 123456", [five]],
      ["+49 30 123456", [five]],
      ["50-100", [three]],
      ["100 50", [three]],
      ["50-200", []],
      ["2026-03-14", [three]],
    ];
    for (const [words, references] of cases) expect([words, await found(relay, words)]).toEqual([words, references]);
  }));

test("text that a database cannot hold is found all the same", () =>
  withOutbox(async (relay) => {
    const odd = await accepted(relay, { firstName: "Odd", message: "One\0two \ud800 (416) 555-0199 Ünder" });
    const plain = await accepted(relay, { firstName: "Plain", message: "Nothing 4165550 of note" });
    const cases: [words: string, references: string[]][] = [
      ["one\0two", [odd]],
      ["onetwo", [odd]],
      ["\ud800", []],
      ["under", [odd]],
      ["416-555-0199", [odd]],
      ["41655", [plain, odd]],
      ["note 0199", []],
      ["note", [plain]],
    ];
    for (const [words, references] of cases) expect([words, await found(relay, words)]).toEqual([words, references]);
    const words = await wordsOf(relay);
    expect(words[0]).toMatch(/^odd .* under \/contact\/\n.*4165550199/s);
  }));

test("what is older than thousands of others is found on a further page", () =>
  withOutbox(async (relay) => {
    const old = await accepted(relay, { firstName: "Zoë" });
    await relay.spoil(`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 5000)
      INSERT INTO submissions (id, reference, form, received_at, email_key, checksum, payload, words)
      SELECT 'z' || n, 'z' || n, form, received_at, '', checksum, payload, '' FROM submissions, numbers`);
    expect(await found(relay, "zoe")).toEqual([old]);
  }));

test("nothing of an erased request is found", () =>
  withOutbox(async (relay) => {
    const reference = await accepted(relay, { firstName: "Zoë", message: "A café" });
    relay.clock.advance(DAY);
    await relay.outbox.erase("zoe@example.org", relay.clock.now());
    for (const words of ["zoe", "cafe", "example.org"]) expect(await found(relay, words)).toEqual([]);
    expect(await found(relay, reference)).toEqual([reference]);
    expect(await wordsOf(relay)).toEqual([null]);
  }));
