// How fast waiting rows become delivered ones: node deliver.mjs FOLDER COUNT SMTP-PORT. Tells mails per second.
import { createJumpAwareClock, systemClock } from "../../../relay/clock.ts";
import { readConfig } from "../../../relay/config/config.ts";
import { createDelivery } from "../../../relay/delivery/create-delivery.ts";
import { createOutbox } from "../../../relay/store/create-outbox.ts";
import { sampleDocument, sampleDocumentPath } from "../../support/relay/sample-document.ts";
import { sampleWords } from "../../support/relay/sample-mail.ts";
import { acceptanceOf } from "./acceptance.ts";

const [folder, count, port] = [String(process.argv[2]), Number(process.argv[3]), Number(process.argv[4])];
const config = readConfig({
  RELAY_STORE_URL: `sqlite:${folder}/relay.db`,
  RELAY_MAIL_URL: `smtp://127.0.0.1:${port}`,
  RELAY_TLS: "off",
  RELAY_MAIL_FROM: "Evenhall <website@example.com>",
  RELAY_MAIL_TO: "team@example.com",
  RELAY_FORMS: sampleDocumentPath,
});
const outbox = createOutbox(
  { type: "sqlite", path: config.store.type === "sqlite" ? config.store.path : "" },
  { clock: systemClock },
);
await outbox.open();
await Promise.all(
  Array.from({ length: count }, (_, index) =>
    outbox.accept(
      acceptanceOf({
        form: "venue",
        email: `visitor${index}@example.org`,
        message: "We plan a gala dinner with speeches and music. ".repeat(10),
        entries: [{ kind: "team", recipient: "team@example.com", state: "queued" }],
      }),
    ),
  ),
);
let delivered = 0;
const startedAt = performance.now();
const delivery = createDelivery({
  config,
  site: { current: () => sampleDocument.forms, words: () => sampleWords },
  outbox,
  clock: createJumpAwareClock(systemClock),
  observe: (event) => {
    if (event.type !== "attempted" || event.outcome !== "delivered") return;
    delivered += 1;
    if (delivered === count) process.send?.((count / (performance.now() - startedAt)) * 1000);
  },
});
delivery.start();
process.once("SIGTERM", async () => {
  await delivery.stop();
  await outbox.close();
  process.exit();
});
