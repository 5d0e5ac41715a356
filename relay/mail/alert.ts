// The conditions that operators are alerted of, and their wording. Alerts hold numbers and references, and nothing that a visitor typed.
import type { StoreFailure } from "../errors.ts";

export interface Condition {
  readonly name: ConditionName;
  /** How many requests, or mails, it concerns; 1 where it is there or not. */
  readonly count: number;
  /** When it was noticed first, in milliseconds since 1970. */
  readonly since: number;
  /** Some of the requests, the latest first. */
  readonly references: readonly string[];
  /** Of the store: why. */
  readonly reason?: StoreFailure;
}

/** One message to operators: what is new, what goes on, and what is over. */
export interface Alert {
  readonly at: number;
  readonly begun: readonly Condition[];
  readonly lasting: readonly Condition[];
  readonly over: readonly Condition[];
}

const requests = (count: number) => (count === 1 ? "1 request" : `${count} requests`);

interface Words {
  readonly is: (count: number) => string;
  readonly isOver: string;
  readonly action: string;
}

/** In the order of the mail. */
export const CONDITION_WORDS = {
  store: {
    is: () => "The store takes no writes: forms fail, and visitors are asked to try again",
    isOver: "The store takes writes again",
    action: "eventsite-relay doctor",
  },
  "team-mail-dead": {
    is: (count) => `${requests(count)} did not reach the team: a mail was given up`,
    isOver: "No mail to the team is given up any more",
    action: "eventsite-relay show REFERENCE says why; then eventsite-relay retry or redirect",
  },
  "team-mail-late": {
    is: (count) => `${requests(count)} waited for more than 15 minutes to reach the team`,
    isOver: "No mail to the team waits for long any more",
    action: "eventsite-relay list --state queued; eventsite-relay doctor",
  },
  "mail-login": {
    is: () => "The mail server refuses the relay's login; mails wait",
    isOver: "No mail waits because of the login any more",
    action: "check user and password in RELAY_MAIL_URL; eventsite-relay doctor",
  },
  "mail-certificate": {
    is: () => "The mail server's certificate is not accepted, or it speaks no TLS; mails wait",
    isOver: "No mail waits because of the mail server's certificate any more",
    action: "have the certificate renewed; eventsite-relay doctor",
  },
  "mailbox-refuses": {
    is: (count) => `A mailbox of the team refuses mails: ${requests(count)} went to the fallback address within a day`,
    isOver: "No mailbox of the team has refused a mail for a day",
    action: "correct RELAY_MAIL_TO, or have the mailbox repaired; eventsite-relay show REFERENCE",
  },
  "webhook-dead": {
    is: (count) => `${requests(count)} did not reach a receiver of webhooks: it refused the call`,
    isOver: "No webhook is given up any more",
    action: "eventsite-relay show REFERENCE says why; then eventsite-relay retry",
  },
  held: {
    is: (count) => `${requests(count)} ${count === 1 ? "is" : "are"} held as suspicious`,
    isOver: "No request is held any more",
    action: "eventsite-relay list --held-for suspicion; eventsite-relay release REFERENCE",
  },
} satisfies Readonly<Record<string, Words>>;

export type ConditionName = keyof typeof CONDITION_WORDS;
