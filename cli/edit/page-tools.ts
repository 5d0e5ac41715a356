// What open pages of a watched site can ask for: where their words are in the content, an editor at that place, and changes of texts.

import type { IncomingMessage, ServerResponse } from "node:http";
import { resolve } from "node:path";
import { BuildFailedError, EventsiteError, sentenceOf } from "../diagnostics/diagnostic.ts";
import { failureReason } from "../diagnostics/failure-reason.ts";
import type { SiteSession } from "../pipeline/watch-session.ts";
import type { Edit, TextPlace } from "../rewrite/text-place.ts";
import { type PageTools, refuse, type ServedPages } from "../serve/live-server.ts";
import { Refusal, readOwnPost } from "../serve/own-post.ts";
import { createToken, isFromThisMachine } from "../serve/request-guard.ts";
import { sendJson } from "../serve/send-file.ts";
import type { CmsSite } from "./cms/cms-entries.ts";
import { CMS_PATH, createCmsPage } from "./cms/cms-page.ts";
import { answerCms } from "./cms/cms-requests.ts";
import { openEditor, placeInEditor } from "./open-editor.ts";
import { openPageMaps } from "./source-map/page-maps.ts";
import type { WordsAnswer } from "./source-map/page-words.ts";
import type { SavedText, SteppedText, UnsavedText } from "./text/edit.ts";
import { readText, saveText } from "./text/edit-content.ts";
import { countsOf, createEditHistory, type EditContext, stepHistory } from "./text/edit-history.ts";
import { createSiteRules, currentTargets } from "./text/site-rules.ts";

const CMS_API = "/@eventsite/cms";
const EDIT_PATHS = { text: "/@eventsite/text", save: "/@eventsite/save", history: "/@eventsite/history" };
const OPEN_PATH = "/@eventsite/open";
const WORDS_PATH = "/@eventsite/words";
const MOMENT_PATH = "/@eventsite/moment";
/** Twice the largest file, and JSON around it. */
const MAX_BODY = 5_000_000;
/** Several pictures of 40 MiB in base64. */
const MAX_CMS_BODY = 160_000_000;

const NOT_LOADED = "The templates could not be read yet.";

/** By path, what a posted body leads to, and what is answered. They throw Refusal. */
type Actions = Readonly<Record<string, (body: unknown) => unknown>>;

interface PageToolsOptions extends Pick<CmsSite, "retire" | "rename" | "errors"> {
  /** Texts can be changed. */
  readonly edit: boolean;
  /** The site has to be built again. */
  readonly onSaved: () => void;
}

export function createPageTools(session: SiteSession, { edit, onSaved, ...changes }: PageToolsOptions): PageTools {
  const { config } = session;
  const { contentDir, templatesDir, root } = config;
  const token = createToken();
  const visual = openPageMaps(session);
  const cms = edit ? createCmsPage(session, visual.rules, `${CMS_API}?token=${token}`) : undefined;
  const open = async (body: unknown) => {
    const place = placeInEditor(body, [contentDir, templatesDir]);
    if (!place) throw new Refusal(403, "This is no file of the site.");
    if (!(await openEditor(place))) throw new Refusal(404, "There is no editor.");
  };
  const travel = (body: unknown) => {
    const { asOf } = body as { asOf?: unknown };
    try {
      session.travel(asOf ? String(asOf) : undefined);
    } catch {
      throw new Refusal(422, "This is no date.");
    }
    onSaved();
  };
  const history = createEditHistory();
  const editing = (): EditContext => {
    const rules = visual.rules();
    if (!rules) throw new Refusal(503, NOT_LOADED);
    return { contentDir, rules, history };
  };
  const written = (answer: SavedText | SteppedText | UnsavedText) => {
    if (!("problems" in answer)) onSaved();
    return answer;
  };
  const edits: Actions = {
    [EDIT_PATHS.text](body) {
      if (!isPlace(body)) throw new Refusal(400, "This names no text.");
      return readText(body, editing());
    },
    [EDIT_PATHS.save](body) {
      if (!isEdit(body)) throw new Refusal(400, "This is no edit.");
      return written(saveText(body, editing()));
    },
    [EDIT_PATHS.history](body) {
      const { direction } = body as { direction?: unknown };
      if (direction === undefined) return countsOf(history);
      if (direction !== "undo" && direction !== "redo") throw new Refusal(400, "This names no direction.");
      return written(stepHistory(direction, editing()));
    },
  };
  const filled = new Map<string, string>();
  const answerForm = (body: unknown) => {
    const loaded = session.loaded();
    if (!loaded) throw new Refusal(503, NOT_LOADED);
    // A picture or an entry of a moment ago is in no build yet.
    const rules = createSiteRules(config, { ...loaded, index: () => currentTargets(config, loaded).targets });
    return answerCms(body, { config, templates: loaded.templates, rules, filled, onSaved, ...changes });
  };
  const actions: Actions = {
    ...(edit && { ...edits, [CMS_API]: answerForm }),
    [OPEN_PATH]: open,
    [MOMENT_PATH]: travel,
  };
  const act = async (path: string, request: IncomingMessage, response: ServerResponse) => {
    try {
      // Decap sends no header of its own.
      const inUrl = new URL(request.url ?? "/", "http://host").searchParams.get("token");
      const { "x-eventsite-token": given = inUrl, "content-type": type = "" } = request.headers;
      const body = await readOwnPost(request, { given, token, maxBytes: path === CMS_API ? MAX_CMS_BODY : MAX_BODY });
      if (!/^application\/json\s*(?:;|$)/i.test(type)) throw new Refusal(415, "This is sent as JSON.");
      const answer = await actions[path]?.(body);
      sendJson(response, statusOf(answer), answer);
    } catch (error) {
      const { status, message } = refusalOf(error);
      const problem = { code: "EDIT_REFUSED", severity: "error", message } as const;
      // Decap shows `error`.
      sendJson(response, status, { error: message, problems: [problem] });
    }
  };

  const sendWords = async (request: IncomingMessage, response: ServerResponse, pages: ServedPages) => {
    await pages.settled();
    const url = new URL(request.url ?? "/", "http://host").searchParams.get("url") ?? "/";
    const words = await visual.sourceMap(pages.outputOf(url) ?? "");
    if (!words) return refuse(response, 404);
    const files = isFromThisMachine(request) ? Object.keys(words.files) : [];
    const paths = Object.fromEntries(files.map((file) => [file, resolve(root, file)]));
    sendJson(response, 200, { ...words, paths, isOlder: pages.hasErrors() } satisfies WordsAnswer);
  };

  return {
    isOwn: (path) => cms !== undefined && path.startsWith(CMS_PATH),
    client(isHere) {
      // Other machines cannot edit, and do not get the token.
      const isEditing = edit && isHere;
      const shown = isHere ? session.shownMoment() : undefined;
      return {
        entry: `edit/client/${isEditing ? "editing" : "finding"}.ts`,
        session: {
          words: WORDS_PATH,
          ...(isEditing && { ...EDIT_PATHS, cms: CMS_PATH }),
          ...(isHere && { token, open: OPEN_PATH }),
          ...(shown && { moment: MOMENT_PATH, asOf: shown.asOf ?? "" }),
        },
      };
    },
    answer(path, request, response, pages) {
      if (cms && path.startsWith(CMS_PATH)) return cms(path, request, response);
      if (Object.hasOwn(actions, path)) return act(path, request, response);
      if (path === WORDS_PATH && request.method === "GET") return sendWords(request, response, pages);
    },
  };
}

/** What stops a change is said to the person, and what the file system refuses; any other error is one of this program. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof EventsiteError) return new Refusal(422, sentenceOf(error));
  if (error instanceof BuildFailedError) {
    const reasons = error.diagnostics.map(
      (each) => (each.file ? `${each.file}:${each.line ?? 1}: ` : "") + each.message,
    );
    return new Refusal(422, ["Nothing was changed. The problems are:", ...reasons].join("\n"));
  }
  if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
  return new Refusal(500, `The content could not be written: ${failureReason(error)}.`);
}

const STATUS: Readonly<Record<string, number>> = { EDIT_CHANGED: 409, EDIT_FAILED: 500 };

/** 200 or 204 done, 409 changed meanwhile, 500 not writable, 422 any other problem of a text or its position. */
function statusOf(answer: unknown): number {
  if (answer === undefined) return 204;
  const { problems } = answer as Partial<UnsavedText>;
  return problems ? (STATUS[problems[0]?.code ?? ""] ?? 422) : 200;
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
