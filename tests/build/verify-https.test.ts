// `eventsite verify` of a site behind TLS: its certificate, and what http answers.
import {
  Agent,
  createServer as createHttp,
  globalAgent as httpAgent,
  type RequestListener,
  type Server,
} from "node:http";
import { createServer as createHttps, globalAgent as httpsAgent } from "node:https";
import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { verify } from "../../cli/index.ts";
import { verifyLive } from "../../cli/publish/live/verify-live.ts";
import { type Listening, listen } from "../support/process/listen.ts";
import { type Certificate, signItself, VALID_UNTIL } from "../support/relay/certificates.ts";

const DAY = 86_400_000;
const valid = signItself();
const expired = signItself(Date.parse("2020-12-31T00:00:00Z"));

const servers: Listening[] = [];
const ownLookup = httpsAgent.options.lookup;

afterEach(async () => {
  delete httpsAgent.options.ca;
  httpsAgent.options.lookup = ownLookup;
  httpAgent.createConnection = Agent.prototype.createConnection;
  for (const agent of [httpAgent, httpsAgent]) agent.destroy();
  for (const server of servers.splice(0)) await server.close();
});

async function portOf(server: Server): Promise<number> {
  const listening = await listen(server);
  servers.push(listening);
  return listening.port;
}

const missing: RequestListener = (_, response) => void response.writeHead(404).end();

/** A site of no files behind a certificate; gives its port. */
const serveTls = ({ cert, key }: Certificate) => portOf(createHttps({ cert, key }, missing));

/** What answers at port 80 of every host. */
async function serveHttp(listener: RequestListener): Promise<void> {
  const port = await portOf(createHttp(listener));
  httpAgent.createConnection = () => connect(port, "127.0.0.1");
}

const redirect =
  (location: string): RequestListener =>
  (_, response) =>
    void response.writeHead(301, { location }).end();

async function differencesAt(url: string, now = Date.now): Promise<string[]> {
  const site = { url, files: [], redirects: [], gone: [], headers: [], relayCall: undefined };
  const { differences } = await verifyLive(site, now);
  return differences
    .filter(({ check }) => check !== "caching")
    .map(({ check, expected, found, fix }) => [check, expected, found, fix].join(" | "));
}

test("a valid certificate and a redirect to https differ in nothing; fewer than fourteen days of it are reported", async () => {
  httpsAgent.options.ca = [valid.cert];
  const url = `https://localhost:${await serveTls(valid)}`;
  await serveHttp(redirect(`${url}/`));
  expect(await differencesAt(url, () => VALID_UNTIL - 14 * DAY)).toEqual([]);
  expect(await differencesAt(url, () => VALID_UNTIL - 14 * DAY + 1)).toEqual([
    "certificate | 14 days or more | 13 days | renew the certificate",
  ]);
});

test.each<[string, RequestListener, string]>([
  ["answers itself", (_, response) => void response.end("hello"), "200"],
  ["leads to http", redirect("http://localhost/start/"), "301 to http://localhost/start/"],
  ["leads to another site", redirect("https://other.example.com/"), "301 to https://other.example.com/"],
  ["does not answer", (request) => void request.socket.destroy(), "no answer (ECONNRESET)"],
])("http that %s is a difference", async (_, listener, found) => {
  httpsAgent.options.ca = [valid.cert];
  const url = `https://localhost:${await serveTls(valid)}`;
  await serveHttp(listener);
  expect(await differencesAt(url)).toEqual([
    expect.stringMatching(`^https \\| 301 to ${url}/ \\| ${found.replace(/[()]/g, "\\$&")} \\| let the host lead`),
  ]);
});

test.each([
  ["self-signed", valid, "localhost", false, "it is self-signed"],
  ["expired", expired, "localhost", true, "it has expired"],
  ["for another name", valid, "www.example.com", true, "it is for another name"],
])(
  "a certificate that is %s is one difference, and nothing else is asked",
  async (_, certificate, name, isKnown, found) => {
    if (isKnown) httpsAgent.options.ca = [certificate.cert];
    httpsAgent.options.lookup = (_host, _options, done) => done(null, [{ address: "127.0.0.1", family: 4 }]);
    const url = `https://${name}:${await serveTls(certificate)}`;
    const { differences, asked } = await verify({ root: "/without-a-site", url });
    expect([asked, differences]).toEqual([1, [expect.objectContaining({ check: "certificate", found })]]);
    expect(differences[0]?.expected).toBe(`a valid one for ${new URL(url).host}`);
  },
);
