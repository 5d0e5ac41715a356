// Which address the relay takes for the visitor's: with proxies in front and a wrong RELAY_TRUST_PROXY all visitors share one limit.
import { randomBytes } from "node:crypto";
import { PROBE_HEADER, type SeenAddress } from "../control/address-probes.ts";
import type { ControlClient } from "../control/control-client.ts";
import { type Finding, failed, ok, warning } from "./finding.ts";
import { request } from "./http-request.ts";

export async function checkClientAddress(url: string, relay: ControlClient): Promise<Finding> {
  const check = "client address";
  const token = randomBytes(18).toString("base64url");
  await relay.ask("expect-address", { token });
  const { status } = await request(new URL("/healthz", url), "GET", { [PROBE_HEADER]: token });
  const seen = (await relay.ask("seen-address", { token })) as SeenAddress | null;
  if (seen === null)
    return failed(
      check,
      `${url} answered ${status}, but the request did not reach this relay.`,
      "the address leads to another relay, or a proxy answers /healthz or drops unknown headers",
    );
  if (seen.forwarded > 0 && seen.client === seen.peer)
    return warning(
      check,
      `The request passed ${seen.forwarded} proxies, and the relay takes the last of them (${seen.peer}) for the visitor.`,
      `set RELAY_TRUST_PROXY=${seen.forwarded}, so that limits count visitors`,
    );
  return ok(check, `seen as ${seen.client}${seen.forwarded > 0 ? `, behind ${seen.forwarded} proxies` : ", directly"}`);
}
