// The parts that routes and pages work with. Each file of this folder takes what it needs.

import type { IsTrusted } from "../../client-address.ts";
import type { Clock } from "../../clock.ts";
import type { RelayConfig } from "../../config/config.ts";
import type { Metrics } from "../../observe/metrics.ts";
import type { Observe } from "../../observe/relay-event.ts";
import type { AcceptRequest } from "../../service/accept-request.ts";
import type { Service } from "../../service/operations.ts";
import type { Outbox } from "../../store/outbox.ts";
import type { Forms } from "../../upkeep/forms-source.ts";
import type { Health } from "../../upkeep/health.ts";
import type { ProxyNotice } from "./proxy-notice.ts";

export interface HttpParts {
  readonly config: RelayConfig;
  readonly clock: Clock;
  readonly observe: Observe;
  readonly outbox: Outbox;
  readonly forms: Forms;
  readonly service: Service;
  readonly health: Health;
  readonly metrics: Metrics;
  readonly acceptRequest: AcceptRequest;
  readonly isTrusted: IsTrusted;
  readonly proxyNotice: ProxyNotice;
  /** Milliseconds that a body may take. */
  readonly bodyMs: number;
}
