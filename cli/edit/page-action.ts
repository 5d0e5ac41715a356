// A post of a script of an own page, with the session's token → an answer as JSON, or the reason why it is refused.
import type { IncomingMessage, ServerResponse } from "node:http";
import { BuildFailedError, EventsiteError, sentenceOf } from "../diagnostics/diagnostic.ts";
import { failureReason } from "../diagnostics/failure-reason.ts";
import { PostRefusal, readOwnPost } from "../serve/own-post.ts";
import { sendJson } from "../serve/send-file.ts";
import type { UnsavedText } from "./text/edit.ts";

export interface PageAction<Body = unknown> {
  readonly maxBytes: number;
  /** Throws Refusal for a body that is not meant for this. */
  parse(body: unknown): Body;
  /** Gives the answer. Throws Refusal. */
  act(body: Body): unknown;
}

/** Twice the largest file, and JSON around it. */
export const MAX_BODY = 5_000_000;

export async function answerAction(
  { maxBytes, parse, act }: PageAction,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const { "content-type": type = "" } = request.headers;
    const body = await readOwnPost(request, { sentToken: tokenOf(request), token, maxBytes });
    if (!/^application\/json\s*(?:;|$)/i.test(type)) throw new PostRefusal(415, "This is sent as JSON.");
    const answer = await act(parse(body));
    sendJson(response, statusOf(answer), answer);
  } catch (error) {
    const { status, message } = refusalOf(error);
    const problem = { code: "EDIT_REFUSED", severity: "error", message } as const;
    // Decap shows `error`.
    sendJson(response, status, { error: message, problems: [problem] });
  }
}

/** Decap sends no header of its own: its address has the token. */
function tokenOf({ url = "/", headers }: IncomingMessage) {
  return headers["x-eventsite-token"] ?? new URL(url, "http://host").searchParams.get("token");
}

/** Refusals of a change and of the file system are answered to the person; any other error is one of this program. */
function refusalOf(error: unknown): PostRefusal {
  if (error instanceof PostRefusal) return error;
  if (error instanceof EventsiteError) return new PostRefusal(422, sentenceOf(error));
  if (error instanceof BuildFailedError) {
    const reasons = error.diagnostics.map(
      (each) => (each.file ? `${each.file}:${each.line ?? 1}: ` : "") + each.message,
    );
    return new PostRefusal(422, ["Nothing was changed. The problems are:", ...reasons].join("\n"));
  }
  if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
  return new PostRefusal(500, `The content could not be written: ${failureReason(error)}.`);
}

const STATUS: Readonly<Record<string, number>> = { EDIT_CHANGED: 409, EDIT_FAILED: 500 };

/** 200 or 204 done, 409 changed meanwhile, 500 not writable, 422 any other problem of a text or its position. */
function statusOf(answer: unknown): number {
  if (answer === undefined) return 204;
  const { problems } = answer as Partial<UnsavedText>;
  return problems ? (STATUS[problems[0]?.code ?? ""] ?? 422) : 200;
}
