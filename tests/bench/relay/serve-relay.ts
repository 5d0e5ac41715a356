// A relay for the bench, in a process of its own: durable, without mails going out.
import { readConfig } from "../../../relay/config.ts";
import { createRelay } from "../../../relay/index.ts";

const relay = createRelay(
  readConfig({
    PORT: "0",
    RELAY_ALLOWED_ORIGINS: "https://www.example.com",
    RELAY_STORE_URL: `sqlite:${process.argv[2]}/relay.db`,
    RELAY_MAIL_URL: `maildir:${process.argv[2]}/mail`,
    RELAY_SOCKET: `${process.argv[2]}/relay.sock`,
    RELAY_RATE_LIMIT: "off",
    RELAY_RATE_LIMIT_ADDRESS: "off",
    RELAY_RATE_LIMIT_OVERALL: "off",
  }),
);
const { port } = await relay.start();
process.send?.(port);
process.once("SIGTERM", async () => {
  await relay.stop();
  process.exit();
});
