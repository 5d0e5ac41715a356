// What the open pages of a watched site can ask for besides the site: where its words are in the content, an editor at that place, and changes
// of texts.
import type { IncomingMessage, ServerResponse } from "node:http";
import { resolve } from "node:path";
import type { SiteSession } from "../pipeline/watch-session.ts";
import { type PageTools, refuse, type ServedPages } from "../serve/live-server.ts";
import { createToken, isFromThisMachine, isOwnScript, isToken, readJsonBody } from "../serve/request-guard.ts";
import { sendJson } from "../serve/send-file.ts";
import type { CmsSite } from "./cms/cms-entries.ts";
import { CMS_PATH, createCms } from "./cms/cms-page.ts";
import { createEditRequests, EDIT_PATHS } from "./edit-requests.ts";
import { openEditor } from "./open-editor.ts";
import { openVisual } from "./open-words.ts";
import { placeInEditor } from "./place-in-editor.ts";
import type { WordsAnswer } from "./source-map/page-words.ts";

const OPEN_PATH = "/@eventsite/open";
const WORDS_PATH = "/@eventsite/words";
const MOMENT_PATH = "/@eventsite/moment";
/** Requests of the page's own script are small. */
const MAX_BODY = 100_000;

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
  const editRequests = edit ? createEditRequests({ contentDir, token, rules: visual.rules, onSaved }) : undefined;

  const isOurs = (request: IncomingMessage) =>
    isOwnScript(request) && isFromThisMachine(request) && isToken(request.headers["x-eventsite-token"], token);

  const travel = async (request: IncomingMessage, response: ServerResponse) => {
    if (!isOurs(request)) return refuse(response, 403);
    const { asOf } = (await readJsonBody(request, MAX_BODY)) as { asOf?: unknown };
    try {
      session.travel(asOf ? String(asOf) : undefined);
    } catch {
      return void response.writeHead(422).end();
    }
    onSaved();
    response.writeHead(204).end();
  };

  const open = async (request: IncomingMessage, response: ServerResponse) => {
    if (!isOurs(request)) return refuse(response, 403);
    const place = placeInEditor(await readJsonBody(request, MAX_BODY), [contentDir, templatesDir]);
    if (!place) return refuse(response, 403);
    response.writeHead((await openEditor(place)) ? 204 : 404).end();
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
      if (editRequests && Object.values(EDIT_PATHS).includes(path)) return editRequests(path, request, response);
      if (path === MOMENT_PATH && request.method === "POST") return travel(request, response);
      if (path === OPEN_PATH && request.method === "POST") return open(request, response);
      if (path === WORDS_PATH && request.method === "GET") return sendWords(request, response, pages);
    },
  };
}
