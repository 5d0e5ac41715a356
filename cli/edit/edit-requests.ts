// What an open page asks for editing: a text, a save, and undo or redo. Only what a page of this server sent comes here, but not what it says
// is trusted.
import { Refusal } from "../serve/request-guard.ts";
import type { Edit, HistoryCounts, OpenText, SavedText, SteppedText, TextPlace, UnsavedText } from "./text/edit.ts";
import { readText, saveText } from "./text/edit-content.ts";
import { countsOf, createEditHistory, type EditContext, stepHistory } from "./text/edit-history.ts";

export const EDIT_PATHS = { text: "/@eventsite/text", save: "/@eventsite/save", history: "/@eventsite/history" };

export interface EditRequestsOptions extends Pick<EditContext, "contentDir"> {
  /** undefined until the templates have been loaded. */
  readonly rules: () => EditContext["rules"] | undefined;
  readonly onSaved: () => void;
}

type EditAnswer = HistoryCounts | OpenText | SavedText | SteppedText | UnsavedText;

/** Answers to a body, by path. They throw Refusal. */
export function createEditRequests({
  contentDir,
  rules,
  onSaved,
}: EditRequestsOptions): Readonly<Record<string, (body: unknown) => EditAnswer>> {
  const history = createEditHistory();
  const open = (): EditContext => {
    const known = rules();
    if (!known) throw new Refusal(503, "The templates could not be read yet.");
    return { contentDir, rules: known, history };
  };
  const written = (answer: SavedText | SteppedText | UnsavedText) => {
    if (!("problems" in answer)) onSaved();
    return answer;
  };
  return {
    [EDIT_PATHS.text](body) {
      if (!isPlace(body)) throw new Refusal(400, "This names no text.");
      return readText(body, open());
    },
    [EDIT_PATHS.save](body) {
      if (!isEdit(body)) throw new Refusal(400, "This is no edit.");
      return written(saveText(body, open()));
    },
    [EDIT_PATHS.history](body) {
      const { direction } = body as { direction?: unknown };
      if (direction === undefined) return countsOf(history);
      if (direction !== "undo" && direction !== "redo") throw new Refusal(400, "This names no direction.");
      return written(stepHistory(direction, open()));
    },
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
