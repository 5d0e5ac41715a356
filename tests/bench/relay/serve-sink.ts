// A mail server for the bench, in a process of its own: takes everything and keeps nothing.
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

const server = new SMTPServer({
  authOptional: true,
  disableReverseLookup: true,
  hideSTARTTLS: true,
  onData(stream, _session, done) {
    stream.on("end", () => done());
    stream.resume();
  },
});
server.listen(0, "127.0.0.1", () => process.send?.((server.server.address() as AddressInfo).port));
process.once("SIGTERM", () => process.exit());
