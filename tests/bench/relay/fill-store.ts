// A store with so many submissions, each with two mails that are out: node fill-store.mjs FOLDER COUNT
import { systemClock } from "../../../relay/clock.ts";
import { createOutbox } from "../../../relay/store/create-outbox.ts";
import { acceptanceOf, DAY } from "./acceptance.ts";

const [folder, count] = [String(process.argv[2]), Number(process.argv[3])];
const outbox = createOutbox({ type: "sqlite", path: `${folder}/relay.db` }, { clock: systemClock });
await outbox.open();
const AT_ONCE = 500;
for (let from = 0; from < count / 3; from += AT_ONCE) {
  await Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) => {
      const email = `visitor${from + index}@example.org`;
      return outbox.accept(
        acceptanceOf({
          form: "contact",
          email,
          message: "x".repeat(500),
          entries: [
            { kind: "team", recipient: "team@example.com", state: "queued" },
            { kind: "acknowledgement", recipient: email, state: "queued" },
          ],
        }),
      );
    }),
  );
  const now = systemClock.now();
  const claimed = await outbox.claim(now, 2 * AT_ONCE, DAY);
  const attempt = {
    startedAt: now,
    endedAt: now,
    outcome: "delivered",
    reason: null,
    smtpCode: 250,
    enhancedCode: null,
    reply: "250 Ok",
    queueId: "4F1",
  } as const;
  await Promise.all(
    claimed.map(({ entry, leaseToken }) => outbox.finish(entry.id, leaseToken, attempt, { to: "delivered" })),
  );
}
await outbox.close();
process.send?.("filled");
process.once("SIGTERM", () => process.exit());
