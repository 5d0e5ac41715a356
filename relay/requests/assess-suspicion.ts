// How much a request looks like a program's. It decides between mailing and holding, never between keeping and dropping.
import type { ReadRequest } from "./read-request.ts";
import { BLOCKED_REASON, type Suspicion } from "./submission.ts";

/** Nobody fills in three fields in a second; with a browser's help, three seconds happen. */
const TOO_FAST_MS = 1000;
const FAST_MS = 3000;

const LINK = /https?:\/\/|www\.|\[url/gi;

interface Sign {
  readonly reason: string;
  readonly score: number;
  readonly isSeen: (request: ReadRequest) => boolean;
}

const SIGNS: readonly Sign[] = [
  { reason: "honeypot", score: 60, isSeen: ({ website }) => website !== "" },
  { reason: "too-fast", score: 50, isSeen: ({ elapsedMs }) => elapsedMs !== null && elapsedMs < TOO_FAST_MS },
  {
    reason: "fast",
    score: 20,
    isSeen: ({ elapsedMs }) => elapsedMs !== null && elapsedMs >= TOO_FAST_MS && elapsedMs < FAST_MS,
  },
  {
    reason: "link-in-name",
    score: 50,
    isSeen: ({ fields }) => [fields.firstName, fields.lastName].some((name) => (name.match(LINK) ?? []).length > 0),
  },
  {
    reason: "many-links",
    score: 30,
    isSeen: (request) => textsOf(request).some((text) => (text.match(LINK) ?? []).length > 3),
  },
  {
    reason: "markup",
    score: 30,
    isSeen: (request) => textsOf(request).some((text) => /<a\s+href|\[url[=\]]/i.test(text)),
  },
];

/** Each text that was typed. */
const textsOf = ({ fields, answers }: ReadRequest): readonly string[] => [
  fields.message,
  ...answers.flatMap(({ value }) => value),
];

/** `isBlocked`: somebody decided that this sender's requests are to be held. */
export function assessSuspicion(request: ReadRequest, isBlocked = false): Suspicion {
  const signs = SIGNS.filter(({ isSeen }) => isSeen(request));
  return {
    score: Math.min(
      100,
      signs.reduce((sum, { score }) => sum + score, isBlocked ? 100 : 0),
    ),
    reasons: [...(isBlocked ? [BLOCKED_REASON] : []), ...signs.map(({ reason }) => reason)],
  };
}
