import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkStandIns, checkWordsAge } from "../../../relay/doctor/check-words.ts";
import { type MailWords, resolveMailWords } from "../../../relay/message/mail-words.ts";

const REAL = { email: "events@evenhall.ca", phone: "416-204-1177" };
const wordsOf = (company: Partial<MailWords["company"]>) => resolveMailWords({ company }).words as MailWords;

test.each([
  ["the relay's own words", {}, "warning", /hello@example\.com and 416-555-0142/],
  ["an address for examples", { ...REAL, email: "x@mail.example" }, "warning", /name x@mail\.example, where/],
  ["a number for stories", { ...REAL, phone: "(416) 555-0101" }, "warning", /name \(416\) 555-0101, where/],
  ["a real company", REAL, "ok", /^mails speak for Evenhall Events Inc\.$/],
])("%s", (_, company, status, message) => {
  expect(checkStandIns(wordsOf(company))).toMatchObject({ status, message: expect.stringMatching(message) });
});

describe("words beside those of the published site", () => {
  let answer: { status: number; body: string };
  const site = createServer((request, response) => {
    response.writeHead(request.url === "/mail-words.json" ? answer.status : 404).end(answer.body);
  });
  let siteUrl = "";
  beforeAll(async () => {
    await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
    siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  });
  afterAll(() => new Promise((done) => site.close(done)));

  const published = { company: REAL, values: { venue: { eventType: { gala: "Gala" } } } };
  const look = (company: Partial<MailWords["company"]>, body: unknown = published, status = 200) => {
    answer = { status, body: typeof body === "string" ? body : JSON.stringify(body) };
    return checkWordsAge({ words: wordsOf(company), wordsFile: null, siteUrl });
  };

  test("are in order where they say the same", async () => {
    expect(await look(REAL)).toMatchObject({ status: "ok" });
  });

  test("fail where they say something else, and name it", async () => {
    const { status, message, hint } = await look({ ...REAL, phone: "416-204-1100" });
    expect(status).toBe("failed");
    expect(message).toContain('company.phone is "416-204-1100" instead of "416-204-1177"');
    expect(hint).toContain("eventsite mail-words");
    const venue = { eventType: { gala: "Gala", rave: "Rave" } };
    expect((await look(REAL, { ...published, values: { venue } })).message).toMatch(
      /: values\.venue\.eventType\.rave is missing instead of "Rave"\.$/,
    );
    const all = await look({}, { ...published, timeZone: "Europe/Paris", locale: "fr-CA", company: REAL });
    expect(all.message).toMatch(/, 1 more\.$/);
  });

  test.each([
    ["that does not publish any", published, 404],
    ["that answers everything with a page", "<!doctype html>", 200],
    ["that publishes something else", {}, 200],
  ])("are not compared with a site %s", async (_, body, status) => {
    expect(await look({ phone: "1" }, body, status)).toMatchObject({ status: "skipped" });
  });
});

describe("words beside the files they were derived from", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "relay-words-"));
    writeFileSync(join(folder, "site.yaml"), "phone: 1\r\n");
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const digest = createHash("sha256").update("phone: 1\n").digest("hex");
  const look = (sources: Record<string, string>) =>
    checkWordsAge({ words: wordsOf({}), wordsFile: { path: join(folder, "words.json"), sources }, siteUrl: null });

  test.each([
    ["are in order where these are as they were", { "site.yaml": digest, "gone.yaml": "0" }, "ok", /as it is/],
    ["fail where one has changed", { "site.yaml": "0" }, "failed", /site\.yaml changed after .*words\.json/],
    ["cannot be judged without them", { "gone.yaml": "0" }, "skipped", /RELAY_SITE_URL/],
  ])("%s", async (_, sources, status, message) => {
    expect(await look(sources)).toMatchObject({ status, message: expect.stringMatching(message) });
  });
});
