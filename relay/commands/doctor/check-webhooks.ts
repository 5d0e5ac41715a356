// Whether receivers of calls can be reached: name, address, connection and certificate. Nothing is sent to them.
import { connect as connectPlainly } from "node:net";
import { connect } from "node:tls";
import { type Finding, failed, ok } from "./finding.ts";

const TIMEOUT_MS = 5000;

/** `what`: "webhook" or "alert webhook". Messages name the host alone: the rest of an address may be secret. */
export const checkReceivers = (what: string, urls: readonly string[]): Promise<Finding[]> =>
  Promise.all(
    urls.map(async (text) => {
      const url = new URL(text);
      const check = `${what}: ${url.host}`;
      try {
        await reach(url);
        return ok(check, url.protocol === "https:" ? "reached, certificate believed; nothing was sent" : "reached");
      } catch (error) {
        const code = String((error as NodeJS.ErrnoException).code ?? "");
        return failed(check, `It cannot be called (${code || "unknown"}).`, HINTS[code] ?? HINT);
      }
    }),
  );

const HINT = "check the address, the receiver and its certificate; calls wait meanwhile, for five days";
const HINTS: Readonly<Record<string, string>> = {
  ENOTFOUND: "its name is not found: check the address",
};

function reach(url: URL): Promise<void> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isSecure = url.protocol === "https:";
  const port = url.port === "" ? (isSecure ? 443 : 80) : Number(url.port);
  const options = { host, port };
  return new Promise((resolve, reject) => {
    const socket = isSecure
      ? connect({ ...options, ...(/[a-z]/i.test(host) && !host.includes(":") ? { servername: host } : {}) })
      : connectPlainly(options);
    const end = (error?: Error) => {
      socket.destroy();
      if (error === undefined) resolve();
      else reject(error);
    };
    socket.setTimeout(TIMEOUT_MS, () => end(Object.assign(new Error("too slow"), { code: "ETIMEDOUT" })));
    socket.once("error", end);
    socket.once(isSecure ? "secureConnect" : "connect", () => end());
  });
}
