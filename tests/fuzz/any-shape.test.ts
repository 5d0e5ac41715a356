// How deep, how wide, how long and how often: whatever shape the words have that callers and files say, they are answered or refused.
// What is measured is the work, not the time: how deep, how many lines and how many problems anything looks at.
import { request } from "node:http";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { parseBounce } from "../../relay/bounces/parse-bounce.ts";
import { CALL_PATH, MAX_BODY_BYTES } from "../../relay/contract.ts";
import { normaliseText } from "../../relay/text/normalise-text.ts";
import { parseDocument } from "../../relay/words/site-document.ts";
import { ORIGIN, sharedRelay } from "../relay/support/with-relay.ts";
import { fileFolder } from "../support/process/own-folder.ts";
import { rounds } from "../support/process/rounds.ts";

const TOKEN = "a-code-for-the-office";
const folder = fileFolder();
const socketPath = join(folder, "relay.sock");
const use = sharedRelay({ RELAY_CONTROL_PORT: "0", RELAY_CONTROL_TOKEN: TOKEN, RELAY_SOCKET: socketPath });

/** Names that mean something somewhere, and others. */
const NAMES =
  "a x message name form definition ids target report bounces forms fields options values company __proto__";
const name = fc.constantFrom(...NAMES.split(" "));
const word = fc.constantFrom(
  ...'a é 각 日本 http:// a. @ { " \\ % &='.split(" "),
  ...["\u0300", "\u0316\u0300", "\u202e", "\0", "\t ", "<a href", "\ud800"],
);
const times = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 40, max: 16_000 }));
/** One of the pieces, so many times. */
const repeated = (pieces: fc.Arbitrary<string>) => fc.tuple(pieces, times).map(([piece, count]) => piece.repeat(count));
/** JSON text of a value. */
const value = fc.oneof(
  // Deep.
  fc
    .tuple(fc.constantFrom(["[", "]"], ['{"a":', "}"], ['[{"forms":', "}]"], ['"x",[', "]"]), times)
    .map(([[open, close], count]) => `[${open.repeat(count)}0${close.repeat(count)}]`),
  // Wide: items of a list, and names of an object.
  fc
    .tuple(fc.constantFrom("0", '"a"', "{}", "[]", "null", '{"name":"a"}', '{"value":0}'), times)
    .map(([item, count]) => `[${Array(count).fill(item).join()}]`),
  fc
    .tuple(fc.constantFrom("0", '"a"', "{}", "[0]"), times)
    .map(([item, count]) => `{${Array.from({ length: count }, (_, n) => `"a${n}":${item}`).join()}}`),
  // Long.
  repeated(word).map((text) => JSON.stringify(text)),
);
const fits = (text: string) => Buffer.byteLength(text) <= MAX_BODY_BYTES;
const document = fc
  .tuple(
    fc.constantFrom([], ['"firstName":"Zoë"', '"email":"zoe@example.org"']),
    fc.array(
      fc.tuple(name, value).map(([key, text]) => `"${key}":${text}`),
      { maxLength: 3 },
    ),
  )
  .map(([own, fields]) => `{${[...own, ...fields].join()}}`);
const json = fc.oneof(document, value).filter(fits);
const form = repeated(
  fc.constantFrom("a=&", "a=b&", "message=x&", "csrf=&", "=&", "&", "name=a+&", "%C3%A9=%CC%80&"),
).filter(fits);
const part = fc.constantFrom(
  "--b\r\ncontent-disposition: form-data; name=a\r\n\r\nx\r\n",
  "--b\r\n",
  '--b\r\ncontent-disposition: form-data; a="\\',
  "; a=b",
  "a:\r\n ",
  "\r\n",
);
const multipart = repeated(part)
  .map((parts) => `${parts}--b--\r\n`)
  .filter(fits);
const line = fc.constantFrom(
  "\r\n",
  "\n ",
  "a: b\r\n",
  "--b\r\n\r\n",
  "Content-Type: message/rfc822\r\n\r\n",
  "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n",
  "To: a:",
  '"',
  "a@b.c, ",
  "=?utf-8?Q?a?= ",
  "> \r\n",
  "=",
  "Action: failed\r\n",
  "Content-Type: message/delivery-status\r\n\r\n",
);
const mail = fc
  .array(repeated(line), { maxLength: 4 })
  .map((lines) => lines.join(""))
  .filter(fits);

interface Sent {
  readonly url?: string;
  readonly socketPath?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

const post = ({ url, body, ...options }: Sent): Promise<{ status: number; text: string; cookie: string }> =>
  new Promise((resolve, reject) => {
    const answered = (response: import("node:http").IncomingMessage) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => (text += chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          text,
          cookie: String(response.headers["set-cookie"] ?? "").split(";")[0] ?? "",
        }),
      );
    };
    const all = { method: "POST", agent: false, ...options };
    const sent = url === undefined ? request(all, answered) : request(url, all, answered);
    sent.on("error", reject).end(body);
  });

const isAnswered = async (sent: Sent): Promise<void> => {
  const { status, text } = await post(sent);
  expect(status >= 200 && status < 500, `${status} ${text.slice(0, 300)}`).toBe(true);
};
const holds = <Shape>(shape: fc.Arbitrary<Shape>, check: (shape: Shape) => Promise<void>) =>
  fc.assert(fc.asyncProperty(shape, check), rounds(40, 2000));

describe("a shape of any depth, width, length and count is answered", () => {
  const headersOf = (type: string) => ({ origin: ORIGIN, "content-type": type });
  const call = (type: string) => (body: string) =>
    use(({ url }) => isAnswered({ url: url + CALL_PATH, headers: headersOf(type), body }));

  test("in the body of a call", () => holds(json, call("application/json")));
  test("in JSON within JSON", () =>
    holds(json.map((text) => JSON.stringify(text)).filter(fits), call("application/json")));
  test("in a form that is posted", () => holds(form, call("application/x-www-form-urlencoded")));
  test("in a form in parts", () => holds(multipart, call("multipart/form-data; boundary=b")));

  const bounces = (type: string) => (body: string) =>
    use(({ metricsUrl }) =>
      isAnswered({
        url: metricsUrl.replace("/metrics", "/bounces"),
        headers: { authorization: `Bearer ${TOKEN}`, "content-type": type },
        body,
      }),
    );
  test("in bounces as JSON", () => holds(json, bounces("application/json")));
  test("in a bounce as it was mailed", () => holds(mail, bounces("message/rfc822")));

  describe("at the desk", () => {
    let cookie = "";
    beforeAll(async () => {
      const body = new URLSearchParams({ token: TOKEN, back: "/desk" }).toString();
      const login = await use(({ deskUrl }) =>
        post({
          url: `${deskUrl}/login`,
          headers: { ...headersOf("application/x-www-form-urlencoded"), origin: new URL(deskUrl).origin },
          body,
        }),
      );
      cookie = login.cookie;
      expect(login.status).toBe(303);
    });
    test("in forms", () =>
      holds(fc.oneof(form, json), (body) =>
        use(({ deskUrl }) =>
          isAnswered({
            url: `${deskUrl}/blocks`,
            headers: { cookie, origin: new URL(deskUrl).origin, "content-type": "application/x-www-form-urlencoded" },
            body,
          }),
        ),
      ));
    test("in a search", () =>
      holds(fc.tuple(word, fc.integer({ min: 0, max: 3000 })), ([unit, count]) =>
        use(async ({ deskUrl }) => {
          const query = new URLSearchParams({ search: unit.repeat(count).toWellFormed().slice(0, 2000), form: unit });
          const { status } = await fetch(`${deskUrl}?${query}`, { headers: { cookie } });
          expect(status).toBeLessThan(500);
        }),
      ));
  });

  const OPERATIONS = "list show retry resend release redirect erase bounce block unblock actions doctor".split(" ");
  test("in a command", () =>
    holds(
      fc.tuple(
        fc.constantFrom(...OPERATIONS),
        fc.oneof(
          json,
          value.map((text) => `{"ids":${text}}`),
        ),
      ),
      ([operation, body]) => isAnswered({ socketPath, path: `/${operation}`, body }),
    ));
});

describe("of a shape that has no end, no more is looked at than is bounded", () => {
  test("a body is refused from 101 levels on", () =>
    use(async ({ post: send }) => {
      const deep = (levels: number) =>
        `{"firstName":"Z","email":"z@example.org","x":${"[".repeat(levels)}${"]".repeat(levels)}}`;
      expect((await send(deep(99))).status).toBe(200);
      const refused = await send(deep(101));
      expect([refused.status, refused.body.error?.code]).toEqual([400, "invalid_json"]);
      expect((await send(deep(15_000))).body.error?.code).toBe("invalid_json");
    }));

  test("a field that comes a thousand times is a list", () =>
    use(async ({ outbox, post: send }) => {
      const body = `firstName=Z&email=z@example.org&${Array.from({ length: 1000 }, (_, n) => `x=${n % 250}`).join("&")}`;
      const { body: answer } = await send(body, { "content-type": "application/x-www-form-urlencoded" });
      const found = await outbox.find(answer.data?.id ?? "");
      expect(found?.submission?.answers[0]?.value).toEqual(Array.from({ length: 250 }, (_, n) => String(n)));
    }));

  test("marks on one letter are put in order up to 64 of them", () => {
    const [few, many] = [20, 40].map((count) => `a${"\u0300\u0316".repeat(count)}`);
    expect(normaliseText(few ?? "")).toBe((few ?? "").normalize("NFC"));
    expect(normaliseText(many ?? "")).toBe(many);
    fc.assert(
      fc.property(repeated(word), (words) => {
        const text = normaliseText(words);
        expect(normaliseText(text)).toBe(text);
      }),
      rounds(100, 2000),
    );
  });

  test("a report is found in a mail of many lines and parts, and to its twentieth level", async () => {
    const report = (before: string) =>
      `Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\n\r\n${before}--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b--\r\n`;
    const read = (mailed: string) => parseBounce(Buffer.from(mailed), null);
    expect(await read(report("word\r\n".repeat(900)))).toMatchObject({ status: "5.1.1" });
    expect(await read(report("word\r\n".repeat(100_000)))).toMatchObject({ status: "5.1.1" });
    expect(await read(report("--b\r\n\r\n".repeat(60_000)))).toMatchObject({ status: "5.1.1" });
    const nested = Array.from(
      { length: 300 },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
    );
    expect(await read(nested.join(""))).toBeNull();
  });
});

describe("a file of any shape is taken or refused with a few problems", () => {
  test("the definition of the forms", () =>
    holds(
      fc.oneof(
        json,
        value.map((text) => `{"version":1,"forms":{"a":{"title":"A","fields":${text}}}}`),
        value.map(
          (text) =>
            `{"version":1,"forms":{"a":{"title":"A","fields":[{"name":"x","type":"choice","label":"X","required":false,"limit":9,"options":${text}}]}}}`,
        ),
      ),
      async (text) => {
        const { problems } = parseDocument(Buffer.from(text));
        expect(problems.length).toBeGreaterThan(0);
      },
    ));
  test("and no more than that of long lists", () => {
    const definition = (fields: string) => `{"version":1,"forms":{"a":{"title":"A","fields":[${fields}]}}}`;
    const { problems } = parseDocument(Buffer.from(definition(Array(10_000).fill("0").join())));
    expect(problems.length).toBeLessThan(60);
  });
  test("the words of the mails", () =>
    holds(json, async (text) => {
      const { document, problems } = parseDocument(Buffer.from(`{"version":1,"words":${text}}`));
      expect(document === null).toBe(problems.length > 0);
    }));
});
