// The query of a desk address: which requests are listed, and the notice of what was just done.
import type { FormsDefinition } from "../contract.ts";
import type { MailWords } from "../mail/mail-words.ts";
import { isKnownForm } from "../mail/request-schema.ts";
import { isDay, nextDay, startOfDay } from "../operators/days.ts";
import type { Notice } from "../operators/desk-frame.tsx";
import { type ListQuery, STATES } from "../operators/list-page.tsx";
import type { Filter } from "../service/parameters.ts";
import type { EntryState } from "../store/outbox-entry.ts";

const NOTICES = {
  released: "Released. The mails are on their way.",
  retried: "The mails are sent again now.",
  resent: "The mail to the team is sent once more.",
  redirected: "The mail to the team goes to the other address.",
  blocked: "Blocked. What comes from now on is held.",
  lifted: "Lifted. What was held meanwhile stays held until it is released.",
  nothing: "Nothing was changed: its mails are in another state by now.",
} as const;
export type NoticeName = keyof typeof NOTICES;

export function noticeOf(search: URLSearchParams): Notice | null {
  const name = search.get("done") ?? "";
  return Object.hasOwn(NOTICES, name) ? { text: NOTICES[name as NoticeName], isBad: name === "nothing" } : null;
}

/** What an address says, as far as it can be used. */
export function queryOf(search: URLSearchParams, forms: FormsDefinition): ListQuery {
  const of = (name: string, isUsable: (text: string) => boolean) => {
    const text = search.get(name)?.trim() ?? "";
    return isUsable(text) ? text : "";
  };
  return {
    search: of("search", () => true).slice(0, 200),
    form: of("form", (text) => isKnownForm(forms, text)),
    state: of("state", (text) => Object.hasOwn(STATES, text)),
    from: of("from", isDay),
    to: of("to", isDay),
    after: of("after", (text) => /^[\da-f-]{1,100}$/.test(text)),
  };
}

/** The parameters of the operation `list`. */
export function filterOf({ search, form, state, from, to }: ListQuery, { timeZone }: MailWords): Filter {
  const stateFilter: Filter =
    state === "blocked"
      ? { heldFor: "blocked" }
      : state === "held"
        ? { heldFor: "suspicion" }
        : { state: state as EntryState };
  return {
    ...(search === "" ? {} : { search }),
    ...(form === "" ? {} : { form }),
    ...(state === "" ? {} : stateFilter),
    ...(from === "" ? {} : { receivedFrom: startOfDay(from, timeZone) }),
    ...(to === "" ? {} : { receivedBefore: startOfDay(nextDay(to), timeZone) }),
  };
}
