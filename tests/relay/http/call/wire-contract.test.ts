// The call as the contract has it: what is taken, what is refused and how, and what every answer carries.
import { describe, expect, test } from "vitest";
import { CALL_PATH, FIELD_LIMITS, MAX_BODY_BYTES } from "../../../../relay/contract.ts";
import { answerTo, HEAD } from "../../support/half-sent.ts";
import { type Answer, codeOf, ORIGIN, REQUEST, sharedRelay, type TestRelay } from "../../support/with-relay.ts";

const onRelay = sharedRelay();

/** By the script of a page of the site. */
const expectReadable = ({ headers }: Answer) => {
  expect(headers.get("access-control-allow-origin")).toBe(ORIGIN);
  expect(headers.get("vary")).toMatch(/\bOrigin\b/);
  expect(headers.get("access-control-expose-headers")).toMatch(/\bretry-after\b.*\bx-request-id\b/);
};
const stored = async ({ outbox }: TestRelay) => (await outbox.list({}, 100)).items;

describe("a request that is taken", () => {
  test("is answered with its reference and stored as it was typed", () =>
    onRelay(async (relay) => {
      const answer = await relay.post({
        ...REQUEST,
        form: "contact",
        page: "/contact/",
        website: "",
        elapsedMs: 42_000,
      });
      const [found] = await stored(relay);
      expect(answer.status).toBe(200);
      expectReadable(answer);
      expect(answer.headers.get("content-type")).toMatch(/^application\/json\b/);
      expect(answer.body).toEqual({ data: { id: found?.reference, status: "accepted" }, error: null });
      expect(found?.submission).toMatchObject({
        form: "contact",
        fields: REQUEST,
        page: "/contact/",
        suspicion: { score: 0, reasons: [] },
      });
    }));

  test.each([
    ["the home form", { message: "A gala", company: "Acme", phone: "1" }, "consultation"],
    ["the contact page", { eventType: "", attendees: "", message: "" }, "contact"],
    ["the venue form", { message: "Venue Request Details\nEvent type: gala" }, "venue"],
    ["the talent form", { message: "Talent Request Details\nEvent type: gala" }, "talent"],
  ])("is known as %s by the fields of the specification alone", (_, fields, form) =>
    onRelay(async (relay) => {
      const { status } = await relay.post({ firstName: "Zoë", lastName: "", email: "zoe@example.org", ...fields });
      expect(status).toBe(200);
      expect((await stored(relay))[0]?.form).toBe(form);
    }),
  );

  test("may come to the short address", () =>
    onRelay(async ({ post }) => {
      expect((await post(REQUEST, {}, "/send-contact-email")).status).toBe(200);
    }));

  test.each([
    ["JSON as plain text", JSON.stringify(REQUEST), { "content-type": "text/plain;charset=UTF-8" }],
    ["a doubled type", JSON.stringify(REQUEST), { "content-type": "application/json, application/json" }],
    ["a charset", JSON.stringify(REQUEST), { "content-type": 'application/json; charset="UTF-8"' }],
    ["bytes without a meaning", Buffer.from(JSON.stringify(REQUEST)), { "content-type": "application/octet-stream" }],
    ["JSON within JSON", JSON.stringify(JSON.stringify(REQUEST)), {}],
    ["a byte order mark", Buffer.from(`\uFEFF${JSON.stringify(REQUEST)}`), {}],
  ])("may come as %s", (_, body, headers) =>
    onRelay(async (relay) => {
      expect((await relay.post(body, headers as Record<string, string>)).status).toBe(200);
      expect((await stored(relay))[0]?.submission?.fields).toEqual(REQUEST);
    }),
  );

  test("may come in chunks without a length", () =>
    onRelay(async (relay) => {
      const text = JSON.stringify(REQUEST);
      const chunks = [text.slice(0, 7), text.slice(7)].map(
        (part) => `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`,
      );
      const head = `${HEAD}transfer-encoding: chunked\r\nconnection: close\r\n\r\n`;
      const answer = await answerTo(relay, `${head}${chunks.join("")}0\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    }));

  test.each(["", "  ", "\u200b", null])(
    "may have %j in every field that may be empty, as JSON and as a form",
    (empty) =>
      onRelay(async ({ post, clock }) => {
        const needed = { firstName: "Zoë", email: "zoe@example.org" };
        const others = [...Object.keys(FIELD_LIMITS), "form", "page", "website", "elapsedMs", "name"];
        const fields = Object.fromEntries(
          others.filter((name) => !Object.hasOwn(needed, name)).map((name) => [name, empty]),
        );
        const answer = await post(
          { ...needed, ...fields },
          { "idempotency-key": "", apikey: "", "content-encoding": "" },
        );
        expect([answer.status, answer.body.error?.fields]).toEqual([200, undefined]);
        if (empty === null) return;
        clock.advance(1_200_000);
        const form = new URLSearchParams({ ...needed, ...(fields as Record<string, string>) });
        expect((await post(form, { "content-type": "application/x-www-form-urlencoded" })).status).toBe(200);
        clock.advance(1_200_000);
        const parts = Object.entries({ ...needed, ...fields }).map(
          ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
        );
        const multipart = { "content-type": "multipart/form-data; boundary=b" };
        expect((await post(`${parts.join("")}--b--`, multipart)).status).toBe(200);
      }),
  );

  test.each([
    ["  Ana  María de la Cruz ", "", "Ana", "María de la Cruz"],
    ["Ana", "", "Ana", ""],
    ["Ana Cruz", "Eva", "Eva", ""],
  ])("may bring the whole name in one field: %s", (name, given, firstName, lastName) =>
    onRelay(async (relay) => {
      const { status } = await relay.post({ name, firstName: given, email: REQUEST.email });
      const [found] = await stored(relay);
      expect(status).toBe(200);
      expect(found?.submission?.fields).toMatchObject({ firstName, lastName });
      expect((await relay.post({ name: [7], email: REQUEST.email })).body.error?.fields).toEqual([
        { field: "firstName", message: "is required" },
      ]);
    }),
  );

  test("has unknown fields counted and left out, even those of every object", () =>
    onRelay(async (relay) => {
      const body = `{"__proto__":{"email":"a@b.example","isAdmin":true},"constructor":1,"toString":2,"extra":[{}],${JSON.stringify(REQUEST).slice(1)}`;
      expect((await relay.post(body)).status).toBe(200);
      expect((await stored(relay))[0]?.submission?.fields).toEqual(REQUEST);
      expect(relay.events.findLast(({ type }) => type === "accepted")).toMatchObject({ unknownFields: 4 });
    }));

  test("may have what nobody sees in any field, and numbers and booleans", () =>
    onRelay(async (relay) => {
      const unseen = "\u200b\u0003\u0092\u202a\ufeff\ud83d";
      const typed = Object.fromEntries(
        Object.entries(REQUEST).map(([name, value]) => [
          name,
          `\t${unseen}${value.replace(" ", `${unseen}\t`)}${unseen}\v`,
        ]),
      );
      const values = { form: "\u200bcontact", website: unseen, phone: 4165550199, attendees: 120, budgetRange: true };
      const answer = await relay.post({ ...typed, ...values });
      expect([answer.status, answer.body.error?.fields]).toEqual([200, undefined]);
      expect((await stored(relay))[0]?.submission).toMatchObject({
        form: "contact",
        fields: { ...REQUEST, phone: "4165550199", attendees: "120", budgetRange: "true" },
        suspicion: { score: 0 },
      });
    }));

  test("may have every field full in any script, as JSON with escapes and as a form", () =>
    onRelay(async (relay) => {
      for (const letter of ["ж", "会", "😀"]) {
        const full = Object.fromEntries(
          Object.entries(FIELD_LIMITS).map(([name, limit]) => [name, letter.repeat(limit)]),
        );
        const fields = { ...full, email: REQUEST.email };
        const escaped = JSON.stringify(fields).replace(
          /[^\0-\x7f]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
        );
        expect((await relay.post(escaped)).status).toBe(200);
        expect((await stored(relay))[0]?.submission?.fields).toEqual(fields);
        relay.clock.advance(1_200_000);
        const form = new URLSearchParams(fields).toString();
        expect((await relay.post(form, { "content-type": "application/x-www-form-urlencoded" })).status).toBe(200);
        expect((await stored(relay))[0]?.submission?.fields).toEqual(fields);
        relay.clock.advance(1_200_000);
      }
    }));

  test("keeps every writing and is normalised", () =>
    onRelay(async (relay) => {
      const typed = {
        firstName: "  Zoe\u0308 ",
        lastName: "مريم",
        email: "Zoë@EXÄMPLE.org",
        message: "a\r\nb\rc\n\n🎉 \ud83d",
        company: "株式会社 <b>",
      };
      expect((await relay.post({ ...REQUEST, ...typed })).status).toBe(200);
      expect((await stored(relay))[0]?.submission?.fields).toMatchObject({
        firstName: "Zoë",
        lastName: "مريم",
        email: "Zoë@EXÄMPLE.org",
        message: "a\nb\nc\n\n🎉",
        company: "株式会社 <b>",
      });
    }));

  test("may be of exactly the size that is allowed", () =>
    onRelay(async ({ post }) => {
      const text = Buffer.from(JSON.stringify(REQUEST));
      const filled = (size: number) => Buffer.concat([text, Buffer.alloc(size - text.length, " ")]);
      expect((await post(filled(MAX_BODY_BYTES - 1))).status).toBe(200);
      expect((await post(filled(MAX_BODY_BYTES))).status).toBe(200);
      const over = await post(filled(MAX_BODY_BYTES + 1));
      expect([over.status, codeOf(over)]).toEqual([413, "payload_too_large"]);
    }));
});

describe("a request that is refused", () => {
  test.each([
    ["an empty body", "", {}, 400, "empty_body"],
    ["blanks", "  \n", {}, 400, "empty_body"],
    ["half of JSON", '{"firstName":', {}, 400, "invalid_json"],
    ["text", "hello", { "content-type": "text/plain" }, 400, "invalid_json"],
    ["bytes that are no text", Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), {}, 400, "invalid_json"],
    ["a list", "[]", {}, 400, "validation_failed"],
    ["null", "null", {}, 400, "validation_failed"],
    ["a number", "42", {}, 400, "validation_failed"],
    ["deep nesting", "[".repeat(30_000), {}, 400, "invalid_json"],
    ["nothing of a form", "{}", {}, 400, "validation_failed"],
    ["XML", "<a/>", { "content-type": "application/xml" }, 415, "unsupported_type"],
    [
      "another character set",
      JSON.stringify(REQUEST),
      { "content-type": "application/json; charset=utf-16" },
      415,
      "unsupported_type",
    ],
    ["a packed body", "x", { "content-encoding": "gzip" }, 415, "unsupported_type"],
    ["an endless key", JSON.stringify(REQUEST), { "idempotency-key": "k".repeat(256) }, 400, "validation_failed"],
    ["another site", JSON.stringify(REQUEST), { origin: "https://evil.example" }, 403, "origin_not_allowed"],
    ["a site that looks alike", JSON.stringify(REQUEST), { origin: `${ORIGIN}.evil.test` }, 403, "origin_not_allowed"],
    ["no site", JSON.stringify(REQUEST), { origin: "null" }, 403, "origin_not_allowed"],
  ])("because of %s", (_, body, headers, status, code) =>
    onRelay(async (relay) => {
      const before = relay.events.length;
      const answer = await relay.post(body, headers as Record<string, string>);
      expect([answer.status, codeOf(answer)]).toEqual([status, code]);
      if (status !== 403) expectReadable(answer);
      expect(answer.body.data).toBeNull();
      expect(
        Object.keys(answer.body.error ?? {})
          .sort()
          .join(),
      ).toBe("code,details,fields,hint,message,requestId");
      const said = [answer.body.error?.message, answer.body.error?.hint ?? "None."];
      for (const text of said) expect(text).toMatch(/^[A-Z].*[.}]$/);
      expect(answer.body.error?.requestId).toBe(answer.headers.get("x-request-id"));
      expect(answer.text).not.toMatch(/\bat \w+.*:\d+|node_modules|<html/);
      expect(relay.events.slice(before).filter(({ type }) => type === "accepted")).toEqual([]);
    }),
  );

  test("reports every field that is wrong at once", () =>
    onRelay(async ({ post }) => {
      const { body, status } = await post({
        firstName: "   ",
        lastName: ["a"],
        email: "zoe@",
        company: "x".repeat(201),
        message: "x".repeat(10_001),
        eventType: { a: 1 },
        form: "wedding",
      });
      expect(status).toBe(400);
      const problems = Object.fromEntries((body.error?.fields ?? []).map(({ field, message }) => [field, message]));
      expect(problems).toEqual({
        firstName: "is required",
        lastName: "must be text",
        email: "is not an email address",
        company: "is longer than 200 characters",
        message: "is longer than 10000 characters",
        eventType: "must be text",
        form: "must be one of contact, consultation, venue, talent",
      });
    }));

  test.each([
    ["firstName", 200],
    ["email", 254],
    ["phone", 50],
    ["message", 10_000],
  ])("because %s is longer than %i characters", (field, limit) =>
    onRelay(async ({ post }) => {
      const filled = (length: number) =>
        field === "email" ? "@example.org".padStart(length, "a") : "😀".repeat(length);
      const problems = async (length: number) =>
        (await post({ ...REQUEST, [field]: filled(length) })).body.error?.fields.map(({ message }) => message) ?? [];
      expect(await problems(limit + 1)).toEqual([`is longer than ${limit} characters`]);
      if (field !== "email") expect(await problems(limit)).toEqual([]);
    }),
  );
});

describe("methods and addresses", () => {
  test.each(["GET", "HEAD", "PUT", "PATCH", "DELETE"])("%s gets an answer that says which are allowed", (method) =>
    onRelay(async (relay) => {
      const answer = await relay.fetch(CALL_PATH, { method, headers: { origin: ORIGIN } });
      expect(answer.status).toBe(405);
      expect(answer.headers.get("allow")).toBe("POST, OPTIONS");
      expectReadable(answer);
      if (method === "HEAD") return;
      expect(answer.body.error).toMatchObject({
        code: "method_not_allowed",
        message: "Forms are posted.",
        hint: "Use POST.",
      });
    }),
  );

  test.each<[method: string, path: string]>([
    ["GET", "/nowhere"],
    ["GET", CALL_PATH],
    ["OPTIONS", "/nowhere"],
  ])("%s %s, which is whole, leaves its connection open", (method, path) =>
    onRelay(async ({ fetch }) => {
      const { headers } = await fetch(path, { method });
      expect(headers.get("connection")).toBe("keep-alive");
    }),
  );

  test.each(["/", "/functions/v1/other", "/%zz", "/..%2f..%2fetc/passwd"])(
    "%s is not there, and says so in JSON",
    (path) =>
      onRelay(async (relay) => {
        const answer = await relay.fetch(path, { method: "POST", headers: { origin: ORIGIN } });
        expect(answer.status).toBe(path === "/%zz" ? answer.status : 404);
        expect(["not_found", "bad_request"]).toContain(codeOf(answer));
        if (path !== "/%zz")
          expect(answer.body.error).toMatchObject({
            message: "There is nothing at this address.",
            hint: `Forms are posted to ${CALL_PATH}.`,
          });
        expect(answer.headers.get("access-control-allow-origin")).toBeNull();
      }),
  );
});

describe("pages of other sites", () => {
  test.each(["/mailbox", "/metrics", "/healthz", "/readyz", "/nowhere"])(
    "%s is for pages of no site, also where it is asked for beforehand",
    (path) =>
      onRelay(async ({ fetch }) => {
        for (const method of ["GET", "POST", "OPTIONS"]) {
          const headers = { origin: ORIGIN, "access-control-request-method": "GET" };
          const answer = await fetch(path, { method, headers });
          expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
          expect(answer.headers.get("cross-origin-resource-policy")).toBe("same-origin");
          if (method === "OPTIONS") expect(answer.status).toBe(404);
        }
      }),
  );

  test("another site gets none of it", () =>
    onRelay(async ({ fetch }) => {
      const { status, headers } = await fetch(CALL_PATH, {
        method: "OPTIONS",
        headers: { origin: "https://evil.example" },
      });
      expect(status).toBe(403);
      expect(headers.get("access-control-allow-origin")).toBeNull();
      expect(headers.get("vary")).toMatch(/Origin/);
    }));
});
