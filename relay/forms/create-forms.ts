// The definition of the forms in use, and how the relay gets a newer one: at the start, and when a request shows that there is one. Without
// the site, the last good copy is used, or the relay's own definition.
import { isLoopback } from "../client-address.ts";
import type { JumpAwareClock } from "../clock.ts";
import type { FormsDefinition } from "../contract.ts";
import { ConfigError, type ConfigProblem } from "../errors.ts";
import type { Observe } from "../observe/relay-event.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { type FormsSource, fetchDefinition, readDefinitionFile, UnreachableError } from "./forms-source.ts";
import { parseDefinition, sha256Of } from "./parse-definition.ts";

/** The definition in use, for operators. */
export interface FormsStatus {
  /** "copy": of an earlier start, kept in the store. */
  readonly source: "own" | "file" | "address" | "copy";
  /** The path or address of RELAY_FORMS; null where there is none. */
  readonly place: string | null;
  readonly hash: string;
  readonly forms: readonly string[];
  /** Why what RELAY_FORMS names is not what is used; null where it is. */
  readonly problem: string | null;
}

export interface Forms {
  /** What requests are checked against, and mails show. */
  current(): FormsDefinition;
  status(): FormsStatus;
  /** Once the store is open. Rejects with ConfigError where the bytes are not those that are pinned. */
  start(): Promise<void>;
  /** A request came from a page that was built with another definition: there may be a new one. */
  onOther(): void;
  stop(): Promise<void>;
}

export interface FormsParts {
  readonly given: Given;
  readonly store: Pick<Outbox, "kept" | "keep">;
  readonly clock: JumpAwareClock;
  readonly observe: Observe;
}

interface Given {
  readonly source: FormsSource;
  /** Read with the configuration from a file, or the relay's own. */
  readonly first: FormsDefinition;
}

/** The name of the copy in the store. */
const COPY = "forms";

/** A newer definition is looked for at most this often. */
const LOOK_EVERY_MS = 60_000;

export const FORMS_HINT =
  "`npx eventsite build` writes such a file as forms.json at the site's root; relay/forms.md says how to write one by hand";

const SITE_EVERY_MS = 1000;
const LOOKS_FOR_SITE = 60;

class BrokenError extends Error {
  override readonly name = "BrokenError";
}
class PinError extends Error {
  override readonly name = "PinError";
}

export function createForms({ given, store, clock, observe }: FormsParts): Forms {
  const { source } = given;
  let definition = given.first;
  let used: FormsStatus["source"] = source.type === "file" ? "file" : "own";
  let problem: string | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const looking = new Set<Promise<void>>();
  let callOff = () => {};
  const ending = new AbortController();

  const status = (): FormsStatus => ({
    source: used,
    place: source.type === "own" ? null : source.type === "file" ? source.path : source.url,
    hash: definition.hash,
    forms: Object.keys(definition.forms),
    problem,
  });
  const report = () => {
    const { hash, forms } = status();
    observe({ type: "forms", source: used, hash, forms: forms.length, problem });
  };

  /** Rejects with UnreachableError, BrokenError or PinError. */
  const parse = (bytes: Uint8Array, pin: string | null): FormsDefinition => {
    const found = sha256Of(bytes);
    if (pin !== null && found !== pin) throw new PinError(`has the SHA-256 ${found}, and ${pin} is pinned`);
    const parsed = parseDefinition(bytes);
    if (parsed.definition === null) throw new BrokenError(`is broken: ${parsed.problems.slice(0, 5).join("; ")}`);
    return parsed.definition;
  };

  const readCopy = async (pin: string | null): Promise<FormsDefinition | null> => {
    const text = await store.kept(COPY);
    try {
      return text === null ? null : parse(Buffer.from(text), pin);
    } catch {
      return null;
    }
  };

  const look = async (): Promise<void> => {
    lookedAt = clock.elapsed();
    if (source.type === "own") return;
    const bytes =
      source.type === "address" ? await fetchDefinition(source.url, ending.signal) : readDefinitionFile(source.path);
    const found = parse(bytes, source.pin);
    if (source.type === "address") await store.keep(COPY, new TextDecoder().decode(bytes));
    use(found, source.type);
  };
  const use = (found: FormsDefinition, from: FormsStatus["source"]) => {
    const isNews = found.hash !== definition.hash || from !== used || problem !== null;
    [definition, used, problem] = [found, from, null];
    if (isNews) report();
  };
  const lookAgain = async () => {
    try {
      await look();
    } catch (error) {
      if (ending.signal.aborted) return;
      if (!isExpected(error)) return observe({ type: "fault", where: "forms", error });
      if (problem === error.message) return;
      problem = error.message;
      report();
    }
  };

  /** A site on this machine may start after its relay. */
  const waitForSite = (looksLeft: number) => {
    callOff = clock.after(SITE_EVERY_MS, () =>
      begin(
        look().catch((error) => {
          if (ending.signal.aborted) return;
          return looksLeft > 1 && error instanceof UnreachableError ? waitForSite(looksLeft - 1) : lookAgain();
        }),
      ),
    );
  };
  const begin = (look: Promise<void>) => {
    const ended = look.finally(() => looking.delete(ended));
    looking.add(ended);
  };

  return {
    current: () => definition,
    status,
    async start() {
      if (source.type !== "address") return report();
      const { pin } = source;
      // Bytes that are pinned never change: a copy of them is them.
      const copy = await readCopy(pin);
      if (copy !== null && pin !== null) return use(copy, "address");
      try {
        await look();
      } catch (error) {
        if (!isExpected(error)) throw error;
        if (error instanceof PinError) throw new ConfigError([problemOf(error.message, PIN_HINT)]);
        problem = error.message;
        if (copy !== null) [definition, used] = [copy, "copy"];
        if (copy === null && error instanceof UnreachableError && isOnThisMachine(source)) {
          problem = null;
          waitForSite(LOOKS_FOR_SITE);
        } else report();
      }
    },
    onOther() {
      const isPinned = source.type === "address" && source.pin !== null && problem === null;
      if (source.type === "own" || isPinned || looking.size > 0 || clock.elapsed() - lookedAt < LOOK_EVERY_MS) return;
      begin(lookAgain());
    },
    async stop() {
      ending.abort();
      callOff();
      await Promise.all(looking);
    },
  };
}

export const PIN_HINT =
  "if the change is meant, pin the new bytes (`sha256sum forms.json`), or leave the pin out: the relay then follows the site";

const isOnThisMachine = (source: FormsSource): boolean =>
  source.type === "address" && isLoopback(new URL(source.url).hostname);

const problemOf = (message: string, hint: string): ConfigProblem => ({ variable: "RELAY_FORMS", message, hint });

const isExpected = (error: unknown): error is Error =>
  error instanceof UnreachableError || error instanceof BrokenError || error instanceof PinError;

const REACH_HINT =
  "check the address, and that the site is published with its forms.json; the relay looks again by itself when a page sends a request";

/** The warning at the start, where what RELAY_FORMS names is not what is used. */
export function formsWarning({ problem, place, source }: FormsStatus): ConfigProblem | null {
  if (problem === null) return null;
  const instead =
    source === "copy"
      ? "the relay uses the last good copy that it kept"
      : source === "own"
        ? "the relay uses its own four forms; it accepts and shows everything that pages send, and checks less"
        : "the relay uses the definition that it read before";
  return problemOf(`${place} ${problem}; ${instead}`, problem.startsWith("is broken") ? FORMS_HINT : REACH_HINT);
}
