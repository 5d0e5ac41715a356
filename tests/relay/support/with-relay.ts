// A relay on a port of its own with a store of its own, and the calls that tests make.
import { mkdtempSync, rmSync } from "node:fs";
import type { RequestOptions } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach } from "vitest";
import { type RelayConfig, readConfig } from "../../../relay/config/config.ts";
import { CALL_PATH, type ContactEmailResponse } from "../../../relay/contract.ts";
import { createRelay, type Relay, type RelayAddresses, type RelayParts } from "../../../relay/index.ts";
import type { RelayEvent } from "../../../relay/observe/relay-event.ts";
import { createOutbox } from "../../../relay/store/create-outbox.ts";
import type { Outbox } from "../../../relay/store/outbox.ts";
import { sampleDocumentPath } from "../../support/relay/sample-document.ts";
import { askLocal, type PlainAnswer, readMetrics } from "./local-socket.ts";
import { shared } from "./shared.ts";
import { createTestClock, type TestClock } from "./test-clock.ts";
import { createTestStore } from "./test-store.ts";

export const ORIGIN = "https://www.example.com";

export const REQUEST = {
  firstName: "Zoë",
  lastName: "Özil",
  email: "zoe@example.org",
  phone: "416-555-0199",
  company: "Acme Ltd.",
  eventType: "conference",
  attendees: "50-100",
  budgetRange: "25k-50k",
  preferredDate: "2026-03-14",
  message: "We plan a gala.",
};

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: ContactEmailResponse;
}

export interface TestRelay {
  readonly relay: Relay;
  readonly url: string;
  /** The link that opens the mailbox; empty where there is none. */
  readonly mailboxUrl: string;
  readonly metricsUrl: string;
  /** Asks on the local socket. */
  local(path: string, options?: RequestOptions, body?: string): Promise<PlainAnswer>;
  /** The text that Prometheus reads. */
  metrics(): Promise<string>;
  /** Empty where there is no desk. */
  readonly deskUrl: string;
  readonly outbox: Outbox;
  readonly clock: TestClock;
  readonly events: readonly RelayEvent[];
  /** POSTs an object as JSON, or anything else as it is. */
  post(body: unknown, headers?: Record<string, string>, path?: string): Promise<Answer>;
  fetch(path: string, init?: RequestInit): Promise<Answer>;
  restart(): Promise<void>;
}

/**
 * One relay for all tests of a file that leave it as it is; `use` gives it to each, twenty minutes after the test before, so that no
 * request counts as the repetition of another test's.
 */
export function sharedRelay(environment: Record<string, string> = {}) {
  const onRelay = shared<TestRelay>((use) => withRelay(use, environment));
  beforeEach(() => onRelay(({ clock }) => clock.advance(1_200_000)));
  return onRelay;
}

/** Without origins of its own the relay allows `ORIGIN`; without limits there are none. */
export async function withRelay<Result>(
  use: (test: TestRelay) => Promise<Result>,
  environment: Record<string, string> = {},
  parts: Partial<RelayParts> = {},
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "eventsite-relay-"));
  const store = environment.RELAY_STORE_URL === undefined ? createTestStore(folder) : null;
  const all = {
    PORT: "0",
    RELAY_ALLOWED_ORIGINS: ORIGIN,
    RELAY_RATE_LIMIT: "off",
    RELAY_RATE_LIMIT_ADDRESS: "off",
    RELAY_RATE_LIMIT_OVERALL: "off",
    ...(store === null ? {} : { RELAY_STORE_URL: store.url }),
    RELAY_MAIL_URL: `maildir:${folder}/mail`,
    RELAY_SOCKET: `${folder}/relay.sock`,
    RELAY_FORMS: sampleDocumentPath,
    ...environment,
  };
  const config: RelayConfig = readConfig(all);
  const clock = createTestClock();
  const events: RelayEvent[] = [];
  const create = () => {
    let outbox!: Outbox;
    const relay = createRelay(config, {
      clock,
      observe: (event) => events.push(event),
      createOutbox(target, options) {
        outbox = store?.create({ ...options, clock }) ?? createOutbox(target, options);
        return outbox;
      },
      ...parts,
    });
    return { outbox, relay };
  };
  let { outbox, relay } = create();
  let addresses: Omit<RelayAddresses, "forms"> = {
    url: "",
    port: 0,
    controlPort: null,
    mailboxUrl: null,
    metricsUrl: null,
    deskUrl: null,
  };
  const start = async () => {
    addresses = await relay.start();
  };
  const send = async (path: string, init?: RequestInit): Promise<Answer> => {
    const response = await fetch(addresses.url + path, { redirect: "manual", ...init });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== "" ? JSON.parse(text) : null,
    };
  };
  const test: TestRelay = {
    get relay() {
      return relay;
    },
    get outbox() {
      return outbox;
    },
    get url() {
      return addresses.url;
    },
    get mailboxUrl() {
      return addresses.mailboxUrl ?? "";
    },
    get deskUrl() {
      return addresses.deskUrl ?? "";
    },
    get metricsUrl() {
      return addresses.metricsUrl ?? "";
    },
    local: (...asked) => askLocal(config.socketPath, ...asked),
    metrics: () => readMetrics(config.socketPath),
    clock,
    events,
    fetch: send,
    post: (body, headers, path = CALL_PATH) =>
      send(path, {
        method: "POST",
        headers: { origin: ORIGIN, "content-type": "application/json", ...headers },
        body: isBody(body) ? (body as BodyInit) : JSON.stringify(body),
      }),
    async restart() {
      await relay.stop();
      ({ outbox, relay } = create());
      await start();
    },
  };
  try {
    await start();
    return await use(test);
  } finally {
    await relay.stop();
    await store?.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

const isBody = (body: unknown): boolean =>
  typeof body === "string" ||
  body === undefined ||
  body instanceof Uint8Array ||
  body instanceof FormData ||
  body instanceof URLSearchParams;

export const codeOf = ({ body }: Answer): string | null => body?.error?.code ?? null;
