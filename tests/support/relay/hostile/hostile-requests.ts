// Requests as nobody sane sends them, from a seed: bodies of every accepted type, cut, mixed and mislabelled, on lines that lie or break off.
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";

/** How a caller goes on after its last byte. */
export type Ending =
  /** Waits for the answer; the request is whole. */
  | "wait"
  /** Says that nothing more comes. */
  | "finish"
  /** Breaks the line off. */
  | "reset"
  /** Waits a moment, then says that nothing more comes: nobody knows whether the request is whole. */
  | "linger";

export interface HostileRequest {
  readonly bytes: Buffer;
  readonly ending: Ending;
}

type Random = (below: number) => number;

/** mulberry32: small, fast, and the same numbers for the same seed everywhere. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

interface Body {
  readonly type: string;
  readonly packing?: string;
  readonly bytes: Buffer;
}

const FIELDS = { firstName: "Zoë", email: "zoe@example.org", form: "contact", message: "A gala\r\nfor 50 🎉" };
const json = JSON.stringify({ ...FIELDS, page: "/contact/", website: "", elapsedMs: 42_000 });
const encoded = new URLSearchParams({ ...FIELDS, website: "" }).toString();
const MULTIPART = "multipart/form-data; boundary=b";

const part = (headers: string, content: string) => `--b\r\n${headers}\r\n\r\n${content}\r\n`;
const field = (name: string, content: string) => part(`Content-Disposition: form-data; name="${name}"`, content);
const file = (content: string) =>
  part('Content-Disposition: form-data; name="f"; filename="x.txt"\r\nContent-Type: text/plain', content);
const fields = Object.entries(FIELDS)
  .map(([name, value]) => field(name, value))
  .join("");
const inner = `--c\r\nContent-Disposition: file; filename="a"\r\n\r\nx\r\n--c--`;
const nested = part('Content-Disposition: form-data; name="n"\r\nContent-Type: multipart/mixed; boundary=c', inner);

/** Every type that is accepted, in every packing, and what is nearly one. */
export const BODIES: readonly Body[] = [
  { type: "application/json", bytes: Buffer.from(json) },
  { type: "text/plain;charset=UTF-8", bytes: Buffer.from(JSON.stringify(json)) },
  { type: "application/x-www-form-urlencoded", bytes: Buffer.from(encoded) },
  { type: MULTIPART, bytes: Buffer.from(`${fields}--b--\r\n`) },
  { type: MULTIPART, bytes: Buffer.from(`preamble\r\n${file("")}${fields}--b--`) },
  { type: MULTIPART, bytes: Buffer.from(`${fields}${file("a letter")}--b--\r\n`) },
  { type: MULTIPART, bytes: Buffer.from(`${nested}${fields}--b--\r\nepilogue`) },
  { type: "application/json", packing: "gzip", bytes: gzipSync(json) },
  { type: "application/json", packing: "deflate", bytes: deflateSync(json) },
  { type: MULTIPART, packing: "br", bytes: brotliCompressSync(`${fields}${file("")}--b--\r\n`) },
];

const PATH = "/functions/v1/send-contact-email";

interface Head {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly string[];
}

const headOf = ({ type, packing }: Body, ...more: readonly string[]): Head => ({
  method: "POST",
  target: PATH,
  headers: [
    "host: relay",
    `content-type: ${type}`,
    ...(packing === undefined ? [] : [`content-encoding: ${packing}`]),
    ...more,
  ],
});

const wire = ({ method, target, headers }: Head, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${method} ${target} HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n`, "latin1"), body]);

const length = (bytes: Buffer) => `content-length: ${bytes.length}`;

/** Every body, ended at every byte, by a caller that says so. */
export function* everyCutBody(): Generator<HostileRequest> {
  for (const body of BODIES)
    for (let end = 0; end <= body.bytes.length; end++) {
      const bytes = body.bytes.subarray(0, end);
      yield { bytes: wire(headOf(body, length(bytes), "connection: close"), bytes), ending: "wait" };
    }
}

/** Every request, ended at every byte of the line, by a caller that says so or breaks off. */
export function* everyCutLine(): Generator<HostileRequest> {
  for (const body of BODIES) {
    const whole = wire(headOf(body, length(body.bytes)), body.bytes);
    for (let end = 0; end < whole.length; end++)
      yield { bytes: whole.subarray(0, end), ending: end % 2 === 0 ? "finish" : "reset" };
  }
}

const TYPES = [
  "application/json",
  "application/json; charset=utf-16",
  "application/vnd.api+json; charset=\u0000",
  "text/plain",
  "application/octet-stream",
  "",
  ";",
  ",",
  "application/x-www-form-urlencoded",
  "application/x-www-form-urlencoded; charset=iso-8859-1",
  MULTIPART,
  "multipart/form-data",
  "multipart/form-data; boundary=",
  'multipart/form-data; boundary="b',
  "multipart/form-data; boundary=c",
  `multipart/form-data; boundary=${"b".repeat(300)}`,
  "multipart/form-data; boundary=b; boundary=c",
  "multipart/form-data; boundary=b, multipart/form-data; boundary=b",
  "multipart/form-data; boundary*=utf-8''b",
  "multipart/mixed; boundary=b",
  "MULTIPART/FORM-DATA; BOUNDARY=b",
  "\u00ff/\u00fe",
];

/** What parsers look for. */
const TOKENS = [
  "--b",
  "--b--",
  "\r\n--b\r\n",
  "\r\n--b--\r\n",
  "\r\n--c\r\n",
  "\r\n",
  "\r\n\r\n",
  "\n",
  "\r",
  "-",
  "\u0000",
  'Content-Disposition: form-data; name="firstName"\r\n\r\n',
  'Content-Disposition: form-data; name="f"; filename="x"\r\n\r\nx',
  "Content-Disposition: form-data; filename*=utf-8''%zz\r\n\r\n",
  'Content-Disposition: form-data; name="__proto__"\r\n\r\n',
  "Content-Disposition: attachment\r\n\r\n",
  "Content-Type: text/plain; charset=utf-7\r\n",
  "Content-Type: application/octet-stream\r\n",
  "Content-Transfer-Encoding: base64\r\n",
  ": \r\n",
  " folded\r\n",
  "{",
  "[[[[",
  '"__proto__":{',
  "}",
  '"',
  "\\ud800",
  "1e999",
  "&",
  "=",
  "%",
  "%zz",
  "%00",
  "%ff%fe",
  "&form=",
  "\ufeff",
  "\u202e",
];

const HEADERS = [
  "content-length: 0",
  "content-length: 5",
  "content-length: 99999",
  "content-length: 999999999999999999999",
  "content-length: -1",
  "content-length: 0x10",
  "content-length: 5, 5",
  "transfer-encoding: chunked",
  "transfer-encoding: gzip, chunked",
  "transfer-encoding: identity",
  "content-encoding: gzip",
  "content-encoding: gzip, br",
  "content-encoding: __proto__",
  "expect: 100-continue",
  "expect: miracles",
  "upgrade: websocket\r\nconnection: upgrade",
  "connection: close, keep-alive, upgrade",
  "origin: http://[",
  "origin: null",
  "origin: \u00ff\u00fe",
  "origin: http://localhost:1",
  "origin: https://evil.example",
  "idempotency-key: \u00e9",
  "idempotency-key: same",
  "apikey: \u00ff",
  "authorization: Bearer",
  "accept: text/html",
  "x-forwarded-for: , ,[::1]:9,unknown",
  "x-forwarded-for: 1.2.3.4:5",
  "x-relay-probe: x",
  "host: [::",
  "cookie: \u0001",
  "a\u0000b: c",
  ": nothing",
  " folded",
  `x: ${"y".repeat(17_000)}`,
];

const METHODS = ["POST", "GET", "HEAD", "PUT", "OPTIONS", "CONNECT", "TRACE", "M-SEARCH", "PRI", "post", ""];

const TARGETS = [
  PATH,
  `${PATH}?a[b]=%zz`,
  "/send-contact-email",
  "/send-contact-email/",
  "/mailbox",
  "/mailbox/%2e%2e/%00",
  "/mailbox?token=%ff",
  "/metrics",
  "/readyz",
  "/%",
  "//",
  "//[",
  "/\u00ff",
  "*",
  "?",
  "http://[",
  "http://[::1]:99999/mailbox",
  "http://relay:x/",
  "https://a@b:c@d/healthz",
  "\\\\relay\\mailbox",
  "relay:443",
  "javascript:alert(1)",
];

const pick = <Item>(random: Random, items: readonly Item[]): Item => items[random(items.length)] as Item;

type Change = (bytes: Buffer, random: Random) => Buffer;

/** One way each of spoiling bytes. */
const CHANGES: readonly Change[] = [
  (bytes, random) => bytes.subarray(0, random(bytes.length + 1)),
  (bytes, random) => {
    const changed = Buffer.from(bytes);
    for (let count = 1 + random(3); count > 0 && changed.length > 0; count--)
      changed[random(changed.length)] = random(256);
    return changed;
  },
  (bytes, random) => insert(bytes, random(bytes.length + 1), Buffer.from(pick(random, TOKENS))),
  (bytes, random) => insert(bytes, random(bytes.length + 1), Buffer.from(pick(random, TOKENS).repeat(1 + random(200)))),
  (bytes, random) => {
    const [start, end] = [random(bytes.length + 1), random(bytes.length + 1)].sort((a, b) => a - b) as [number, number];
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
  },
  (bytes, random) => insert(bytes, random(bytes.length + 1), bytes.subarray(random(bytes.length + 1))),
  (bytes, random) => Buffer.concat([bytes, pick(random, BODIES).bytes.subarray(random(50))]),
  (bytes, random) => Buffer.concat([bytes, Buffer.alloc(random(40_000), pick(random, TOKENS))]),
];

const insert = (bytes: Buffer, at: number, added: Buffer) =>
  Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at)]);

/** Says its length truly, in chunks, or lies. */
function framed(head: Head, body: Buffer, random: Random): HostileRequest {
  const close = "connection: close";
  switch (random(8)) {
    case 0: {
      const sizes = ["z", "-1", "fffffffffffffffff", "", "5;x=y", body.length.toString(16)];
      const chunk = Buffer.concat([Buffer.from(`${pick(random, sizes)}\r\n`), body, Buffer.from("\r\n0\r\n\r\n")]);
      return { bytes: wire(withHeaders(head, "transfer-encoding: chunked", close), chunk), ending: "linger" };
    }
    case 1:
      return {
        bytes: wire(withHeaders(head, `content-length: ${body.length + 1 + random(40_000)}`), body),
        ending: pick(random, ["finish", "reset"]),
      };
    case 2:
      // What follows the stated length is taken for another request.
      return { bytes: wire(withHeaders(head, `content-length: ${random(body.length + 1)}`), body), ending: "linger" };
    default:
      return { bytes: wire(withHeaders(head, length(body), close), body), ending: "wait" };
  }
}

const withHeaders = (head: Head, ...added: readonly string[]): Head => ({
  ...head,
  headers: [...head.headers, ...added],
});

/** Any request at all. */
export function anyRequest(random: Random): HostileRequest {
  const body = pick(random, BODIES);
  let { bytes } = body;
  for (let count = random(4); count > 0; count--) bytes = pick(random, CHANGES)(bytes, random);
  const type = random(3) === 0 ? pick(random, TYPES) : body.type;
  const packing = random(6) === 0 ? pick(random, ["gzip", "br", "deflate", "x-gzip", "zstd"]) : body.packing;
  const head = headOf({ type, packing, bytes });
  switch (random(6)) {
    case 0: {
      const added = Array.from({ length: 1 + random(3) }, () => pick(random, HEADERS));
      const strange = { ...withHeaders(head, ...added), method: pick(random, METHODS), target: pick(random, TARGETS) };
      return { bytes: wire(random(2) === 0 ? withHeaders(strange, length(bytes)) : strange, bytes), ending: "linger" };
    }
    case 1: {
      const spoiled = pick(random, CHANGES)(wire(withHeaders(head, length(bytes)), bytes), random);
      return { bytes: spoiled, ending: pick(random, ["linger", "finish", "reset"]) };
    }
    case 2: {
      // Several requests in one breath.
      const lines = [anyRequest(random), anyRequest(random)].map((one) => one.bytes);
      return { bytes: Buffer.concat(lines), ending: pick(random, ["linger", "reset"]) };
    }
    default:
      return framed(head, bytes, random);
  }
}
