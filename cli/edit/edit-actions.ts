// The actions of editing, by path: reading the words at a position, changing them, undo and redo, and the forms of the CMS.

import type { SiteSession } from "../pipeline/watch-session.ts";
import type { Edit, TextPlace } from "../rewrite/text-place.ts";
import { PostRefusal } from "../serve/own-post.ts";
import { answerCms } from "./cms/cms-requests.ts";
import type { CmsSite } from "./cms/cms-site.ts";
import { entrySchemas } from "./cms/entry-schemas.ts";
import { MAX_BODY, type PageAction } from "./page-action.ts";
import type { SavedText, SteppedText, UnsavedText } from "./text/edit.ts";
import { readText, saveText } from "./text/edit-content.ts";
import { countsOf, createEditHistory, type EditContext, stepHistory } from "./text/edit-history.ts";
import { createSiteRules, currentTargets, type SiteRules } from "./text/site-rules.ts";

export const EDIT_PATHS = { text: "/@eventsite/text", save: "/@eventsite/save", history: "/@eventsite/history" };
export const CMS_API = "/@eventsite/cms";
/** Several pictures of 40 MiB in base64. */
const MAX_CMS_BODY = 160_000_000;

const NOT_LOADED = "The templates could not be read yet.";

export interface EditOptions extends Pick<CmsSite, "retire" | "rename" | "errors" | "onSaved"> {
  /** undefined until the templates have been loaded. */
  readonly rules: () => SiteRules | undefined;
}

export function createEditActions(session: SiteSession, options: EditOptions): Readonly<Record<string, PageAction>> {
  const history = createEditHistory();
  const context = (): EditContext => {
    const rules = options.rules();
    if (!rules) throw new PostRefusal(503, NOT_LOADED);
    return { contentDir: session.config.contentDir, rules, history };
  };
  const saved = (answer: SavedText | SteppedText | UnsavedText) => {
    if (!("problems" in answer)) options.onSaved();
    return answer;
  };
  const text: PageAction<TextPlace> = {
    maxBytes: MAX_BODY,
    parse: parsePlace,
    act: (place) => readText(place, context()),
  };
  const save: PageAction<Edit> = {
    maxBytes: MAX_BODY,
    parse: parseEdit,
    act: (edit) => saved(saveText(edit, context())),
  };
  const step: PageAction<"undo" | "redo" | undefined> = {
    maxBytes: MAX_BODY,
    parse: parseDirection,
    act: (direction) => (direction === undefined ? countsOf(history) : saved(stepHistory(direction, context()))),
  };
  return {
    [EDIT_PATHS.text]: text,
    [EDIT_PATHS.save]: save,
    [EDIT_PATHS.history]: step,
    [CMS_API]: cmsAction(session, options),
  };
}

function cmsAction(session: SiteSession, { retire, rename, errors, onSaved }: EditOptions): PageAction {
  const { config } = session;
  const memory: Pick<CmsSite, "filled" | "renamed"> = { filled: new Map(), renamed: new Map() };
  return {
    maxBytes: MAX_CMS_BODY,
    parse: (body) => body,
    act(body) {
      const loaded = session.loaded();
      if (!loaded) throw new PostRefusal(503, NOT_LOADED);
      // A picture or an entry of a moment ago is in no build yet.
      const rules = createSiteRules(config, { ...loaded, index: () => currentTargets(config, loaded).targets });
      const schemas = entrySchemas(loaded.templates);
      const changes = { retire, rename, errors, onSaved };
      return answerCms(body, { config, templates: loaded.templates, schemas, rules, ...memory, ...changes });
    },
  };
}

function parsePlace(body: unknown): TextPlace {
  if (!isPlace(body)) throw new PostRefusal(400, "This names no text.");
  return body;
}

function parseEdit(body: unknown): Edit {
  if (!isEdit(body)) throw new PostRefusal(400, "This is no edit.");
  return body;
}

/** undefined only reads how many steps there are. */
function parseDirection(body: unknown): "undo" | "redo" | undefined {
  const { direction } = body as { direction?: unknown };
  if (direction === undefined || direction === "undo" || direction === "redo") return direction;
  throw new PostRefusal(400, "This names no direction.");
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
  const { was, text, fileHash, isReal = false } = body as Partial<Record<keyof Edit, unknown>>;
  const isText = typeof text === "string" || text === null;
  const isWhole = typeof was === "string" && typeof fileHash === "string" && typeof isReal === "boolean";
  return isPlace(body) && isText && isWhole;
};
