// A refusal as it is judged: where it came, its codes, and its words without what says nothing of why.
import type { SmtpReply } from "./smtp-reply.ts";

/** "DATA": the command, or the end of the mail. */
export type RefusedStep = "MAIL FROM" | "RCPT TO" | "DATA";

export interface Refusal {
  readonly step: RefusedStep;
  readonly code: number;
  /** Of the enhanced code, without its class: "1.1"; empty where there is none. */
  readonly detail: string;
  /** Without codes, addresses and links: they say nothing of why. */
  readonly text: string;
}

export const refusalOf = (step: RefusedStep, reply: SmtpReply): Refusal => ({
  step,
  code: reply.code ?? 0,
  detail: reply.enhancedCode?.slice(2) ?? "",
  text: reply.text.replace(CODES, " ").replace(/<[^<>]*>|\S+@\S+|https?:\/\/\S+/gi, " "),
});

/** The codes before each line of a reply, wherever they are on the one line that was made of it. */
const CODES = /(?:^| )[245]\d\d[ -](?:#?[245]\.\d{1,3}\.\d{1,3}\b)?/g;

/** Patterns of words, in any case: a blank is any space, "…" up to so many words in between. */
export const anyOf = (...patterns: readonly string[]): RegExp =>
  new RegExp(
    patterns.map((each) => each.replaceAll(" ", "\\s+").replaceAll("…", "(?:[\\w'’-]+\\s+){0,4}")).join("|"),
    "i",
  );
