// The requests of open pages of a watched site: where their words are in the content, an editor at that place, and changes of texts.

import type { IncomingMessage, ServerResponse } from "node:http";
import { resolve } from "node:path";
import type { SiteSession } from "../pipeline/watch-session.ts";
import { type PageTools, refuse, type ServedPages } from "../serve/live-server.ts";
import { PostRefusal } from "../serve/own-post.ts";
import { createToken, isFromThisMachine } from "../serve/request-guard.ts";
import { sendJson } from "../serve/send-file.ts";
import { CMS_PATH, createCmsPage } from "./cms/cms-page.ts";
import { CMS_API, createEditActions, EDIT_PATHS, type EditOptions } from "./edit-actions.ts";
import { type EditorPlace, openEditor, placeInEditor } from "./open-editor.ts";
import { answerAction, MAX_BODY, type PageAction } from "./page-action.ts";
import type { ComponentsAnswer } from "./source-map/page-components.ts";
import { openPageMaps, type PageMaps } from "./source-map/page-maps.ts";
import type { WordsAnswer } from "./source-map/page-words.ts";
import { placeholdersOf } from "./source-map/placeholder-origins.ts";

const OPEN_PATH = "/@eventsite/open";
const WORDS_PATH = "/@eventsite/words";
const COMPONENTS_PATH = "/@eventsite/components";
const MOMENT_PATH = "/@eventsite/moment";

interface PageToolsOptions extends Omit<EditOptions, "rules"> {
  /** Whether texts can be changed. */
  readonly edit: boolean;
  /** Called when the site has to be built again. */
  readonly onSaved: () => void;
}

export function createPageTools(session: SiteSession, { edit, ...changes }: PageToolsOptions): PageTools {
  const token = createToken();
  const maps = openPageMaps(session);
  const cms = edit ? createCmsPage(session, maps.rules, `${CMS_API}?token=${token}`) : undefined;
  const actions: Readonly<Record<string, PageAction>> = {
    ...(edit && createEditActions(session, { rules: maps.rules, ...changes })),
    [OPEN_PATH]: openAction(session),
    [MOMENT_PATH]: momentAction(session, changes.onSaved),
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
          components: COMPONENTS_PATH,
          ...(isEditing && { ...EDIT_PATHS, cms: CMS_PATH }),
          ...(isHere && { token, open: OPEN_PATH }),
          ...(shown && { moment: MOMENT_PATH, asOf: shown.asOf ?? "" }),
        },
      };
    },
    answer(path, request, response, pages) {
      if (cms && path.startsWith(CMS_PATH)) return cms(path, request, response);
      const action = Object.hasOwn(actions, path) ? actions[path] : undefined;
      if (action) return answerAction(action, token, request, response);
      if (request.method !== "GET") return undefined;
      if (path === WORDS_PATH) return sendWords(maps, session.config.root, request, response, pages);
      if (path === COMPONENTS_PATH) return sendComponents(maps, session.config.root, request, response, pages);
    },
  };
}

function openAction({ config: { contentDir, templatesDir } }: SiteSession): PageAction<EditorPlace> {
  return {
    maxBytes: MAX_BODY,
    parse(body) {
      const place = placeInEditor(body, [contentDir, templatesDir]);
      if (!place) throw new PostRefusal(403, "This is no file of the site.");
      return place;
    },
    async act(place) {
      if (!(await openEditor(place))) throw new PostRefusal(404, "There is no editor.");
    },
  };
}

function momentAction(session: SiteSession, onSaved: () => void): PageAction<string | undefined> {
  return {
    maxBytes: MAX_BODY,
    parse(body) {
      const { asOf } = body as { asOf?: unknown };
      return asOf ? String(asOf) : undefined;
    },
    act(asOf) {
      try {
        session.setMoment(asOf);
      } catch {
        throw new PostRefusal(422, "This is no date.");
      }
      onSaved();
    },
  };
}

/** The page that a request is about, once no build is running. */
async function outputAsked({ url = "/" }: IncomingMessage, pages: ServedPages): Promise<string> {
  await pages.settled();
  return pages.outputOf(new URL(url, "http://host").searchParams.get("url") ?? "/") ?? "";
}

/** Where the words of a page are in the content; on this machine with the paths of the files. */
async function sendWords(
  maps: PageMaps,
  root: string,
  request: IncomingMessage,
  response: ServerResponse,
  pages: ServedPages,
) {
  const words = await maps.sourceMap(await outputAsked(request, pages));
  if (!words) return refuse(response, 404);
  const files = isFromThisMachine(request) ? Object.keys(words.files) : [];
  const paths = Object.fromEntries(files.map((file) => [file, resolve(root, file)]));
  const placeholders = placeholdersOf(words.origins, maps.rules());
  sendJson(response, 200, { ...words, paths, placeholders, isOlder: pages.hasErrors() } satisfies WordsAnswer);
}

/** Which lines of templates made a page; on this machine with the folder that they are in. */
async function sendComponents(
  maps: PageMaps,
  root: string,
  request: IncomingMessage,
  response: ServerResponse,
  pages: ServedPages,
) {
  const found = await maps.components(await outputAsked(request, pages));
  if (!found) return refuse(response, 404);
  const answer: ComponentsAnswer = { ...found, ...(isFromThisMachine(request) && { root }) };
  sendJson(response, 200, answer);
}
