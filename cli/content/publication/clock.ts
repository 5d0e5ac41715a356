import { momentOf, parseLocalTime } from "../../config/local-time.ts";
import type { Config } from "../../config/resolve-config.ts";

/** The moment that a site is made for. */
export interface Clock {
  readonly moment: number;
  readonly timeZone: string;
  /** What is not public is shown too, and marked. */
  readonly showsAll: boolean;
}

/** At the moment that is asked for, or now: the only place where a build looks at a clock. */
export function clockOf({ asOf, drafts, now }: Pick<Config, "asOf" | "drafts" | "now">, timeZone: string): Clock {
  const asked = parseLocalTime(asOf ?? "");
  return { moment: asked ? momentOf(asked.beginsAt, timeZone) : now(), timeZone, showsAll: drafts };
}
