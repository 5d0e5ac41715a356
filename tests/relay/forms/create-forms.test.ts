// The definition in use while a site answers late: the relay stops before its answer.
import { afterEach, expect, test, vi } from "vitest";
import { createJumpAwareClock } from "../../../relay/clock.ts";
import { createForms } from "../../../relay/forms/create-forms.ts";
import type { FormsSource } from "../../../relay/forms/forms-source.ts";
import { OWN_WORDS } from "../../../relay/message/mail-words.ts";
import { ownDefinition } from "../../../relay/message/own-definition.ts";
import type { RelayEvent } from "../../../relay/observe/relay-event.ts";
import { sampleForms } from "../../support/sample-forms.ts";
import { createTestClock } from "../support/test-clock.ts";
import { settle } from "../support/with-worker.ts";

const SITE: FormsSource = { type: "address", url: "http://127.0.0.1:4321/forms.json", pin: null };

afterEach(() => vi.unstubAllGlobals());

/** Each request to the site waits in `asked` until it is answered, or until its signal is aborted. */
function begin() {
  const clock = createTestClock();
  const events: RelayEvent[] = [];
  const asked: ((status: number) => void)[] = [];
  vi.stubGlobal(
    "fetch",
    (_url: string, { signal }: { signal: AbortSignal }) =>
      new Promise((resolve, reject) => {
        asked.push((status) => resolve(new Response(JSON.stringify(sampleForms), { status })));
        if (signal.aborted) reject(signal.reason);
        signal.addEventListener("abort", () => reject(signal.reason));
      }),
  );
  const forms = createForms({
    given: { source: SITE, first: ownDefinition(OWN_WORDS) },
    store: { kept: async () => null, keep: async () => {} },
    clock: createJumpAwareClock(clock),
    observe: (event) => events.push(event),
  });
  const start = async (status: number) => {
    const started = forms.start();
    await settle();
    asked[0]?.(status);
    await started;
  };
  return { clock, events, asked, forms, start };
}

test("a relay that stops while it waits for a site on its machine looks for it no more", async () => {
  const { clock, events, asked, forms, start } = begin();
  await start(503);
  clock.advance(1000);
  await settle();
  expect(asked).toHaveLength(2);
  await forms.stop();
  clock.advance(120_000);
  await settle();
  expect([asked.length, events]).toEqual([2, []]);
});
