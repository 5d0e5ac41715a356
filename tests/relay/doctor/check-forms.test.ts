// What the doctor says of the forms: whether the relay uses the definition that it should, and whether that is the site's.
import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkForms } from "../../../relay/commands/run-doctor.ts";
import type { FormsStatus } from "../../../relay/requests/create-forms.ts";
import { type Listening, listen } from "../../support/listen.ts";
import { sampleForms } from "../../support/sample-forms.ts";

let site: Listening;
let body = "";
beforeAll(async () => {
  const server = createServer((request, response) => {
    response.writeHead(request.url === "/forms.json" && body !== "" ? 200 : 404).end(body);
  });
  site = await listen(server);
});
afterAll(() => site.close());

const status = (more: Partial<FormsStatus> = {}): FormsStatus => ({
  ...{ source: "address", place: "https://www.example.com/forms.json", hash: sampleForms.hash },
  ...{ forms: ["contact"], problem: null, ...more },
});
const found = async (given: FormsStatus, url: string | null = null) =>
  (await checkForms(given, url)).map(({ check, status: is, message }) => [check, is, message]);

test.each<[Partial<FormsStatus>, string, RegExp]>([
  [{}, "ok", /^contact \(.{16}\) from https:/],
  [{ source: "own", place: null }, "ok", /^the relay's own/],
  [{ source: "own" }, "warning", /has not been read yet/],
  [{ source: "copy", problem: "cannot be reached" }, "warning", /cannot be reached; .* the last good copy: contact/],
])("%j is %s", async (more, is, message) => {
  expect(await found(status(more))).toEqual([["forms", is, expect.stringMatching(message)]]);
});

test.each<[string, Partial<FormsStatus>, string, RegExp]>([
  [JSON.stringify(sampleForms), {}, "ok", /^as http/],
  [JSON.stringify(sampleForms), { hash: "0000000000000000" }, "failed", /^The relay uses 0{16}, and http.* has/],
  [JSON.stringify(sampleForms), { hash: "0000000000000000", place: null, source: "own" }, "warning", /is not used/],
  ["{}", {}, "failed", /is broken: version: must be 1; forms/],
  ["", {}, "skipped", /is answered with status 404/],
])("beside the site's %.20s, %j is %s", async (text, more, is, message) => {
  body = text;
  expect((await found(status(more), `${site.url}/`))[1]).toEqual(["forms: site", is, expect.stringMatching(message)]);
});
