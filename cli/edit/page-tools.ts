// What the open pages of a watched site can ask for besides the site: where its words are in the content, an editor at that place, and changes
// of texts.
import type { IncomingMessage, ServerResponse } from "node:http";
import { resolve } from "node:path";
import type { SiteSession } from "../pipeline/watch-session.ts";
import { type PageTools, refuse, type ServedPages } from "../serve/live-server.ts";
import { createToken, isFromThisMachine, Refusal, readOwnPost } from "../serve/request-guard.ts";
import { sendJson } from "../serve/send-file.ts";
import type { CmsSite } from "./cms/cms-entries.ts";
import { CMS_PATH, createCms } from "./cms/cms-page.ts";
import { createEditRequests, EDIT_PATHS } from "./edit-requests.ts";
import { openEditor, placeInEditor } from "./open-editor.ts";
import { openVisual } from "./open-words.ts";
import type { WordsAnswer } from "./source-map/page-words.ts";
import type { UnsavedText } from "./text/edit.ts";

const OPEN_PATH = "/@eventsite/open";
const WORDS_PATH = "/@eventsite/words";
const MOMENT_PATH = "/@eventsite/moment";
/** Twice the largest file, and JSON around it. */
const MAX_BODY = 5_000_000;

export interface PageToolsOptions extends Pick<CmsSite, "retire" | "rename"> {
  /** Texts can be changed. */
  readonly edit: boolean;
  /** The site has to be built again. */
  readonly onSaved: () => void;
}

export function createPageTools(session: SiteSession, { edit, onSaved, ...changes }: PageToolsOptions): PageTools {
  const { config } = session;
  const { contentDir, templatesDir, root } = config;
  const token = createToken();
  const visual = openVisual(session);
  const cms = edit ? createCms(session, { token, onSaved, ...changes }) : undefined;
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
  const actions: Readonly<Record<string, (body: unknown) => unknown>> = {
    ...(edit && createEditRequests({ contentDir, rules: visual.rules, onSaved })),
    [OPEN_PATH]: open,
    [MOMENT_PATH]: travel,
  };
  const act = async (path: string, request: IncomingMessage, response: ServerResponse) => {
    try {
      const { "x-eventsite-token": given, "content-type": type = "" } = request.headers;
      const body = await readOwnPost(request, { given, token, maxBytes: MAX_BODY });
      if (!/^application\/json\s*(?:;|$)/i.test(type)) throw new Refusal(415, "This is sent as JSON.");
      const answer = await actions[path]?.(body);
      sendJson(response, statusOf(answer), answer);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const problem = { code: "EDIT_REFUSED", severity: "error", message: error.message } as const;
      sendJson(response, error.status, { problems: [problem] } satisfies UnsavedText);
    }
  };

  const sendWords = async (request: IncomingMessage, response: ServerResponse, pages: ServedPages) => {
    await pages.settled();
    const url = new URL(request.url ?? "/", "http://host").searchParams.get("url") ?? "/";
    const words = await visual.sourceMap(pages.outputOf(url) ?? "");
    if (!words) return refuse(response, 404);
    const files = isFromThisMachine(request) ? Object.keys(words.files) : [];
    const paths = Object.fromEntries(files.map((file) => [file, resolve(root, file)]));
    const answer: WordsAnswer = { words, paths, isOlder: pages.hasErrors() };
    sendJson(response, 200, answer);
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

const STATUS: Readonly<Record<string, number>> = { EDIT_CHANGED: 409, EDIT_FAILED: 500 };

/** 200 or 204 done, 409 changed meanwhile, 500 not writable, 422 any other problem of a text or its position. */
function statusOf(answer: unknown): number {
  if (answer === undefined) return 204;
  const { problems } = answer as Partial<UnsavedText>;
  return problems ? (STATUS[problems[0]?.code ?? ""] ?? 422) : 200;
}
