import { storeHints } from "../errors.ts";
import type { Alert, Condition, ConditionName } from "../store/operations/alerts.ts";
import { counted } from "../text/counted.ts";
import { failureHint } from "./failure-hints.ts";

const requests = (count: number) => counted(count, "request");

interface Words {
  readonly is: (count: number) => string;
  readonly isOver: string;
  readonly action: string;
}

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
    action: "eventsite-relay doctor says what is wrong with it",
  },
  "mail-refused": {
    is: () => "The mail server refuses mail from us, and not because of its recipients; mails wait",
    isOver: "No mail waits because the mail server refuses mail from us any more",
    action:
      "what the mail server says is about our account, sender, limits or address: settle it with its provider; waiting mails then go by themselves, or at once by eventsite-relay retry --all",
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
} satisfies Readonly<Record<ConditionName, Words>>;

export const saying = ({ name, count }: Condition) => CONDITION_WORDS[name].is(count);

export function actionFor({ name, reason, reply = "" }: Condition): string {
  if (reason !== undefined) return storeHints[reason];
  const cause = name === "mail-login" ? "login" : "tls";
  return failureHint(cause, reply) ?? CONDITION_WORDS[name].action;
}

/** "2 new problems", "still 1 problem", "solved". */
export function headline({ begun, lasting, over }: Alert): string {
  const [first] = begun;
  const others = begun.length + lasting.length - 1;
  if (first !== undefined) return `${saying(first)}${others > 0 ? `, and ${others} more` : ""}`;
  const stillLasting = lasting.length === 0 ? "" : `; still ${counted(lasting.length, "problem")}`;
  const [solved] = over;
  if (solved !== undefined) return `${CONDITION_WORDS[solved.name].isOver}${stillLasting}`;
  return `still ${counted(lasting.length, "problem")}`;
}
