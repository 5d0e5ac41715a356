// Requests of an open page for editing: read a text, and write what somebody typed. Only from a page of this server, in a browser on this
// machine, with the token of this session.
import type { IncomingMessage, ServerResponse } from "node:http";
import { isFromThisMachine, isOwnScript, isToken, readJsonBody } from "../serve/request-guard.ts";
import { sendJson } from "../serve/send-file.ts";
import type { Edit, OpenText, SavedText, SteppedText, TextPlace, UnsavedText } from "./text/edit.ts";
import { readText, saveText } from "./text/edit-content.ts";
import { countsOf, createEditHistory, type EditContext, stepHistory } from "./text/edit-history.ts";

export const EDIT_PATHS = { text: "/@eventsite/text", save: "/@eventsite/save", history: "/@eventsite/history" };

/** Answers one of these paths; the caller has checked that the request is for this host. */
export type EditRequests = (path: string, request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Twice the largest file, and JSON around it. */
const MAX_BODY = 5_000_000;

export interface EditRequestsOptions extends Pick<EditContext, "contentDir"> {
  readonly token: string;
  /** undefined until the templates have been loaded. */
  readonly rules: () => EditContext["rules"] | undefined;
  readonly onSaved: () => void;
}

export function createEditRequests({ contentDir, token, rules, onSaved }: EditRequestsOptions): EditRequests {
  const history = createEditHistory();
  return async (path, request, response) => {
    if (!isOwnScript(request) || !isFromThisMachine(request))
      return sendProblem(response, 403, "Texts can only be changed from the pages of this server, on this machine.");
    if (!isToken(request.headers["x-eventsite-token"], token))
      return sendProblem(response, 403, "This page is from before the server was started: load it again.");
    if (request.method !== "POST") return sendProblem(response, 405, "Texts are read and saved by POST.");
    if (!/^application\/json\s*(?:;|$)/i.test(request.headers["content-type"] ?? ""))
      return sendProblem(response, 415, "An edit is sent as JSON.");
    const body = await readJsonBody(request, MAX_BODY);
    if (body === undefined) return sendProblem(response, 413, "This is more text than a file of the content may hold.");
    const known = rules();
    if (!known) return sendProblem(response, 503, "The templates could not be read yet.");
    const context = { contentDir, rules: known, history };
    if (path === EDIT_PATHS.text) {
      if (!isPlace(body)) return sendProblem(response, 400, "This names no text.");
      return send(response, readText(body, context));
    }
    if (path === EDIT_PATHS.history) {
      const { direction } = body as { direction?: unknown };
      if (direction === undefined) return sendJson(response, 200, countsOf(history));
      if (direction !== "undo" && direction !== "redo") return sendProblem(response, 400, "This names no direction.");
      const stepped = stepHistory(direction, context);
      if (!("problems" in stepped)) onSaved();
      return send(response, stepped);
    }
    if (!isEdit(body)) return sendProblem(response, 400, "This is no edit.");
    const saved = saveText(body, context);
    if (!("problems" in saved)) onSaved();
    return send(response, saved);
  };
}

const isPlace = (body: unknown): body is TextPlace => {
  const { file, path, block } = body as Partial<Record<keyof TextPlace, unknown>>;
  const isStep = (step: unknown) => typeof step === "string" || typeof step === "number";
  const { first, end } = (block ?? { first: 0, end: 0 }) as { first?: unknown; end?: unknown };
  return (
    typeof file === "string" &&
    Array.isArray(path) &&
    path.every(isStep) &&
    typeof first === "number" &&
    typeof end === "number"
  );
};

const isEdit = (body: unknown): body is Edit => {
  const { was, text, fileHash } = body as Partial<Record<keyof Edit, unknown>>;
  const isText = typeof text === "string" || text === null;
  return isPlace(body) && isText && typeof was === "string" && typeof fileHash === "string";
};

const STATUS: Readonly<Record<string, number>> = { EDIT_CHANGED: 409, EDIT_FAILED: 500 };

/** 200 done, 409 changed meanwhile, 500 not writable, 422 any other problem of the text or its position. */
function send(response: ServerResponse, answer: OpenText | SavedText | SteppedText | UnsavedText): void {
  const status = "problems" in answer ? (STATUS[answer.problems[0]?.code ?? ""] ?? 422) : 200;
  sendJson(response, status, answer);
}

const sendProblem = (response: ServerResponse, status: number, message: string): void =>
  sendJson(response, status, {
    problems: [{ code: "EDIT_REFUSED", severity: "error", message }],
  } satisfies UnsavedText);
