// The definition of the forms in use: read at the start, and from an address every few minutes; otherwise the last good copy, or the relay's own.
import type { JumpAwareClock } from "../clock.ts";
import type { RelayConfig } from "../config/config.ts";
import type { FormsDefinition } from "../contract.ts";
import type { ConfigProblem } from "../errors.ts";
import { MAX_DEFINITION_BYTES, parseDefinition } from "../mail/parse-definition.ts";
import type { Observe } from "../operators/relay-event.ts";
import type { Outbox } from "../store/outbox.ts";

export type Forms = ReturnType<typeof createForms>;
export type FormsStatus = ReturnType<Forms["status"]>;
/** "copy": of an earlier start, kept in the store. */
type UsedSource = "own" | "file" | "address" | "copy";

interface FormsParts {
  readonly given: RelayConfig["forms"];
  readonly store: Pick<Outbox, "getSetting" | "setSetting">;
  readonly clock: JumpAwareClock;
  readonly observe: Observe;
}

const COPY = "forms";

/** A newer definition is looked for this often, and one that could not be read sooner: a site may start after its relay. */
const LOOK_EVERY_MS = 300_000;
const LOOK_AGAIN_MS = 5_000;

export function createForms({ given: { place, isAddress, first }, store, clock, observe }: FormsParts) {
  let definition = first;
  let used: UsedSource = place === null || isAddress ? "own" : "file";
  let problem: string | null = null;
  let looking = Promise.resolve();
  let callOff = () => {};
  const ending = new AbortController();

  const status = () => ({
    source: used,
    /** The path or address of RELAY_FORMS; null where there is none. */
    place,
    hash: definition.hash,
    forms: Object.keys(definition.forms),
    /** Why what RELAY_FORMS names is not what is used; null where it is. */
    problem,
  });
  const report = () => {
    const { hash, forms } = status();
    observe({ type: "forms", source: used, hash, forms: forms.length, problem });
  };
  const use = (found: FormsDefinition, from: UsedSource, why: string | null) => {
    const isNews = found.hash !== definition.hash || from !== used || why !== problem;
    [definition, used, problem] = [found, from, why];
    if (isNews) report();
  };

  /** What cannot be read leaves in use what was, or the last good copy. */
  const look = async (address: string): Promise<void> => {
    const found = await fetchDefinition(address, ending.signal);
    if (ending.signal.aborted) return;
    if (found.definition !== null) {
      await store.setSetting(COPY, found.text);
      return use(found.definition, "address", null);
    }
    const text = used === "own" ? await store.getSetting(COPY) : null;
    const copy = text === null ? null : parseDefinition(Buffer.from(text)).definition;
    use(copy ?? definition, copy === null ? used : "copy", found.problem);
  };
  const keepLooking = async (address: string): Promise<void> => {
    await look(address).catch((error) => observe({ type: "fault", where: "forms", error }));
    if (ending.signal.aborted) return;
    callOff = clock.after(problem === null ? LOOK_EVERY_MS : LOOK_AGAIN_MS, () => {
      looking = keepLooking(address);
    });
  };

  return {
    /** What requests are checked against, and mails show. */
    current: () => definition,
    status,
    /** Once the store is open. */
    async start(): Promise<void> {
      if (place !== null && isAddress) await keepLooking(place);
      else report();
    },
    async stop(): Promise<void> {
      ending.abort();
      callOff();
      await looking;
    },
  };
}

/** The warning at the start, where what RELAY_FORMS names is not what is used. */
export function formsWarnings({ problem, place, source }: FormsStatus): ConfigProblem[] {
  if (problem === null) return [];
  const instead =
    source === "copy"
      ? "the relay uses the last good copy that it kept"
      : "the relay uses its own four forms; it accepts and shows everything that pages send, and checks less";
  const hint = "check the address, and that the site is published with its forms.json; the relay looks again by itself";
  return [{ variable: "RELAY_FORMS", message: `${place} ${problem}; ${instead}`, hint }];
}

const TIMEOUT_MS = 5000;

/** The definition with its text; or why there is none, in plain words. A redirect is not followed: it could lead to anything. */
async function fetchDefinition(url: string, signal: AbortSignal) {
  const none = (problem: string) => ({ definition: null, problem });
  try {
    const answer = await fetch(url, {
      redirect: "manual",
      headers: { accept: "application/json" },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    if (!answer.ok) {
      await answer.body?.cancel();
      return none(`is answered with status ${answer.status}`);
    }
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of answer.body ?? []) {
      size += chunk.byteLength;
      if (size > MAX_DEFINITION_BYTES) return none(`has more than ${MAX_DEFINITION_BYTES} bytes`);
      chunks.push(chunk);
    }
    const bytes = Buffer.concat(chunks);
    const { definition, problems } = parseDefinition(bytes);
    if (definition === null) return none(`is broken: ${problems.slice(0, 5).join("; ")}`);
    return { definition, text: bytes.toString() };
  } catch (error) {
    const { name, cause } = error as { readonly name: string; readonly cause?: { readonly code?: unknown } };
    const code = typeof cause?.code === "string" ? ` (${cause.code})` : "";
    return none(name === "TimeoutError" ? "does not answer in time" : `cannot be reached${code}`);
  }
}
