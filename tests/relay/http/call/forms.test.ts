// What forms ask beyond the contract, from the call to the store, the mail and the commands.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CALL_PATH } from "../../../../relay/contract.ts";
import type { FieldAnswer } from "../../../../relay/requests/submission.ts";
import { fileFolder } from "../../../support/process/own-folder.ts";
import { sampleForms, WORDING } from "../../../support/relay/sample-forms.ts";
import { ORIGIN, sharedRelay, type TestRelay } from "../../support/with-relay.ts";

const folder = fileFolder();
const file = join(folder, "forms.json");
writeFileSync(file, JSON.stringify(sampleForms));

const onRelay = sharedRelay({
  RELAY_FORMS: file,
  RELAY_MAIL_TO: "team@evenhall.ca",
  RELAY_MAIL_TO_WEDDING_FAIR: "weddings@evenhall.ca",
});

const NEEDED = { firstName: "Zoë", email: "zoe@visitor.ca" };
const SAME = { ...NEEDED, form: "wedding-fair", definition: sampleForms.hash, weddingDay: "2027-06-05" };
const OTHER = { ...NEEDED, form: "wedding-fair", definition: "0123456789abcdef" };

const newest = async ({ outbox }: TestRelay) => (await outbox.list({}, 1)).items[0];
const answersOf = async (relay: TestRelay) => (await newest(relay))?.submission?.answers ?? [];
const problemsOf = async ({ post }: TestRelay, body: object) =>
  ((await post(body)).body.error?.fields ?? []).map(({ field, message }) => `${field} ${message}`);

const ALL: readonly FieldAnswer[] = [
  { name: "venueName", label: "Venue", type: "text", value: "Old Mill" },
  { name: "backupEmail", label: "Second Email", type: "email", value: "z@visitor.ca" },
  { name: "backupPhone", label: "Second Phone", type: "phone", value: "416 555 0199" },
  { name: "weddingDay", label: "Wedding Day", type: "date", value: "2027-06-05" },
  { name: "tables", label: "Tables", type: "number", value: "12" },
  { name: "season", label: "Season", type: "choice", value: "s", shown: "Summer" },
  { name: "meals", label: "Meals", type: "choices", value: ["halal", "vegan"], shown: ["Halal, certified", "Vegan"] },
  { name: "wishes", label: "Wishes", type: "lines", value: "One\nTwo" },
  { name: "newsletter", label: "Newsletter", type: "consent", value: WORDING, wording: WORDING },
];
const WHOLE = { ...SAME, ...Object.fromEntries(ALL.map(({ name, value }) => [name, value])), wishes: "One\r\nTwo " };

describe("a page with the relay's definition", () => {
  test("has every answer kept in the order of the form, with its label", () =>
    onRelay(async (relay) => {
      expect((await relay.post(Object.fromEntries(Object.entries(WHOLE).reverse()))).status).toBe(200);
      const found = await newest(relay);
      expect(found?.form).toBe("wedding-fair");
      expect(found?.submission?.answers).toEqual(ALL);
      expect(found?.entries.map(({ recipient }) => recipient)).toContain("weddings@evenhall.ca");
      expect(relay.events.findLast(({ type }) => type === "accepted")).toMatchObject({
        ...{ form: "wedding-fair", isOtherDefinition: false, unknownFields: 0, leftOutFields: 0 },
      });
    }));

  test.each(["application/x-www-form-urlencoded", "multipart/form-data"])(
    "may post %s, a choice after the other",
    (type) =>
      onRelay(async (relay) => {
        const pairs = Object.entries(WHOLE).flatMap(([name, value]) =>
          [value].flat().map((each) => [name, String(each)] as const),
        );
        const body = type.startsWith("multipart") ? new FormData() : new URLSearchParams();
        for (const [name, value] of pairs) body.append(name, value);
        const answer = await fetch(relay.url + CALL_PATH, { method: "POST", headers: { origin: ORIGIN }, body });
        expect(answer.status).toBe(200);
        expect(await answersOf(relay)).toEqual(ALL);
      }),
  );

  test("is refused with every problem at once, by the fields' names", () =>
    onRelay(async (relay) => {
      const wrong = {
        ...{ ...SAME, weddingDay: "", email: "nobody", venueName: "x".repeat(41), backupEmail: "nobody", tables: "0" },
        ...{ season: "autumn", meals: ["vegan", "beef"], newsletter: "on", wishes: "x".repeat(2001) },
      };
      expect(await problemsOf(relay, wrong)).toEqual([
        "email is not an email address",
        "venueName is longer than 40 characters",
        "backupEmail is not an email address",
        "weddingDay is required",
        "tables must be at least 1",
        "season is none of the choices",
        "meals is none of the choices",
        "wishes is longer than 2000 characters",
        "newsletter must be the words beside the box, or absent",
      ]);
    }));

  test.each<[object, string[]]>([
    [{ weddingDay: "2027-02-30" }, ["weddingDay must be a date such as 2026-05-31"]],
    [{ weddingDay: "June" }, ["weddingDay must be a date such as 2026-05-31"]],
    [{ tables: "a few" }, ["tables must be a number"]],
    [{ tables: "41" }, ["tables must be at most 40"]],
    [{ tables: 12 }, []],
    [{ tables: "1e1" }, []],
    [{ venueName: "a\nb\u0007", weddingDay: "\u200b2027-05-08\f", tables: "\u202a12" }, []],
    [{ venueName: ["a", "b"] }, ["venueName must be one answer"]],
    [{ venueName: ["a"] }, []],
    [{ meals: "vegan" }, []],
    [{ newsletter: ` ${WORDING}\r\n` }, []],
    [{ newsletter: WORDING.slice(1) }, ["newsletter must be the words beside the box, or absent"]],
    [{ form: "No form" }, ["form must be one of contact, consultation, venue, talent, wedding-fair"]],
    [{ form: "contact", eventType: "gala", lastName: "Özil" }, []],
    [
      { form: "contact", eventType: "party", attendees: "0" },
      ["lastName is required", "eventType is none of the choices", "attendees must be at least 1"],
    ],
  ])("%j has the problems %j", (more, problems) =>
    onRelay(async (relay) => expect(await problemsOf(relay, { ...SAME, ...more })).toEqual(problems)),
  );

  test("may send a field that the definition does not have: it is kept", () =>
    onRelay(async (relay) => {
      await relay.post({ ...SAME, surprise: "yes" });
      expect((await answersOf(relay)).at(-1)).toEqual({
        ...{ name: "surprise", label: "surprise", type: "text", value: "yes", unknown: true },
      });
    }));
});

describe("a page with another definition", () => {
  test("has everything kept that it sends, and nothing of it checked", () =>
    onRelay(async (relay) => {
      const sent = {
        season: "autumn",
        tables: "many",
        parking: "a\r\nb",
        music: ["jazz", "jazz", "soul"],
        stage: 7,
        newsletter: "Yes!",
      };
      expect((await relay.post({ ...OTHER, ...sent, "not a name": 1, empty: "" })).status).toBe(200);
      const unknown = { unknown: true };
      expect(await answersOf(relay)).toEqual([
        { name: "tables", label: "Tables", type: "number", value: "many" },
        { name: "season", label: "Season", type: "choice", value: "autumn" },
        { name: "newsletter", label: "Newsletter", type: "consent", value: "Yes!", wording: "Yes!" },
        { name: "parking", label: "parking", type: "lines", value: "a\nb", ...unknown },
        { name: "music", label: "music", type: "choices", value: ["jazz", "soul"], ...unknown },
        { name: "stage", label: "stage", type: "text", value: "7", ...unknown },
      ]);
      expect(relay.events.findLast(({ type }) => type === "accepted")).toMatchObject({
        ...{ isOtherDefinition: true, unknownFields: 4, leftOutFields: 1 },
      });
    }));

  test("may be of a form that the relay does not know, whose name is in no log", () =>
    onRelay(async (relay) => {
      expect((await relay.post({ ...OTHER, form: "zoe-visitor", colour: "red" })).status).toBe(200);
      const found = await newest(relay);
      expect([found?.form, found?.submission?.answers.map(({ value }) => value)]).toEqual(["zoe-visitor", ["red"]]);
      expect(found?.entries.map(({ recipient }) => recipient)).toContain("team@evenhall.ca");
      expect(JSON.stringify(relay.events)).not.toContain("zoe-visitor");
      expect(await relay.metrics()).not.toContain("zoe-visitor");
    }));

  test.each<[object, string[]]>([
    [{ parking: "x".repeat(2000) }, []],
    [{ parking: "x".repeat(2001) }, ["parking is longer than 2000 characters"]],
    [{ season: "x".repeat(2001) }, ["season is longer than 2000 characters"]],
    [Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`field${index}`, "x"])), []],
    [
      Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`field${index}`, "x"])),
      ["field50 is one of more than 50 fields of the form's own"],
    ],
  ])("has limits (%#)", (more, problems) =>
    onRelay(async (relay) => expect(await problemsOf(relay, { ...OTHER, ...more })).toEqual(problems)),
  );
});

describe("a caller that knows of no definition", () => {
  test("is served as before: what it sends beside is kept, and never a reason to refuse it", () =>
    onRelay(async (relay) => {
      const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`field${index}`, "x"]));
      const { status } = await relay.post({
        ...NEEDED,
        form: "contact",
        long: "x".repeat(2001),
        ...many,
        definition: "see above",
      });
      expect(status).toBe(200);
      const answers = await answersOf(relay);
      expect(answers).toHaveLength(50);
      expect(relay.events.findLast(({ type }) => type === "accepted")).toMatchObject({
        ...{ isOtherDefinition: false, unknownFields: 62, leftOutFields: 12 },
      });
    }));

  test("may name a form of the definition, and no other", () =>
    onRelay(async (relay) => {
      expect((await relay.post({ ...NEEDED, form: "wedding-fair", season: "w" })).status).toBe(200);
      expect(await answersOf(relay)).toEqual([
        { name: "season", label: "Season", type: "choice", value: "w", shown: "Winter" },
      ]);
      expect(await problemsOf(relay, { ...NEEDED, form: "party" })).toEqual([
        "form must be one of contact, consultation, venue, talent, wedding-fair",
      ]);
    }));

  test("is one of the four of the specification, also where the site has them no longer", () =>
    onRelay(async ({ post }) => {
      expect((await post({ ...NEEDED, form: "talent", eventType: "x" })).status).toBe(200);
    }));
});

test("requests that differ in an answer alone are two", () =>
  onRelay(async ({ post }) => {
    const send = async (more: object) => (await post({ ...SAME, ...more })).body.data?.id;
    const first = await send({ season: "s" });
    expect(await send({ season: "s" })).toBe(first);
    expect(await send({ season: "w" })).not.toBe(first);
    expect(await send({ season: "s", meals: ["vegan"] })).not.toBe(first);
  }));

test("many links in an answer look like a program's", () =>
  onRelay(async (relay) => {
    const links = "https://a.test https://b.test https://c.test https://d.test";
    await relay.post({ ...SAME, wishes: links });
    expect((await newest(relay))?.submission?.suspicion.reasons).toEqual(["many-links"]);
  }));

test("an erased request has no answer left", () =>
  onRelay(async (relay) => {
    await relay.post({ ...WHOLE, email: "gone@visitor.ca" });
    await relay.outbox.erase("gone@visitor.ca", relay.clock.now());
    expect((await newest(relay))?.submission).toBeNull();
  }));
