// Which address the relay takes for the visitor's: with proxies in front and a wrong RELAY_TRUST_PROXY all visitors share one limit, or
// choose their own.
import { randomBytes } from "node:crypto";
import type { ClientAddress, ProxySetting } from "../client-address.ts";
import { type AddressProbes, PROBE_HEADER } from "../control/address-probes.ts";
import { type Finding, failed, ok, warning } from "./finding.ts";
import { request } from "./http-request.ts";

const check = "client address";

/** `setting`: RELAY_TRUST_PROXY as it is set. */
export async function checkClientAddress(
  url: string,
  probes: Pick<AddressProbes, "expect" | "take">,
  setting: ProxySetting,
): Promise<Finding> {
  const token = randomBytes(18).toString("base64url");
  probes.expect(token);
  const { status } = await request(new URL("/healthz", url), "GET", { [PROBE_HEADER]: token });
  const seen = probes.take(token);
  if (seen !== null) return findingOf(seen, setting);
  return failed(
    check,
    `${url} answered ${status}, but the request did not reach this relay.`,
    "the address leads to another relay, or a proxy answers /healthz or drops unknown headers",
  );
}

/** What the relay saw, held against what is set. */
export function findingOf({ address, forwarded, trusted }: ClientAddress, setting: ProxySetting): Finding {
  const passed = `The request passed ${forwarded} ${forwarded === 1 ? "proxy" : "proxies"}`;
  if (trusted < forwarded)
    return warning(
      check,
      `${passed}, of which the relay trusts ${trusted}: it takes ${address} for the visitor.`,
      typeof setting === "number"
        ? `set RELAY_TRUST_PROXY=${forwarded} and restart the relay, so that limits count visitors`
        : `name the network of ${address} in RELAY_TRUST_PROXY too, so that limits count visitors`,
    );
  if (forwarded > 0 && typeof setting === "number" && setting > forwarded)
    return warning(
      check,
      `${passed}, and RELAY_TRUST_PROXY trusts ${setting}: visitors can make up the address that limits count.`,
      `set RELAY_TRUST_PROXY=${forwarded}`,
    );
  return ok(check, `seen as ${address}, ${forwarded > 0 ? `behind ${forwarded} trusted` : "directly"}`);
}
