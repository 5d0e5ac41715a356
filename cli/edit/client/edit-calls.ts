// Requests to the server about a text, and its answers.

import type { Edit, TextPlace } from "../../rewrite/text-place.ts";
import { post, session } from "../../serve/client/session.ts";
import type { Direction, HistoryCounts, OpenText, SavedText, SteppedText, UnsavedText } from "../text/edit.ts";

const AWAY = "The server does not answer. Is it still running?";

/** What the server has done, or why it has not. */
type EditAnswer<Done> =
  | { readonly isDone: true; readonly done: Done }
  | { readonly isDone: false; readonly refusal: UnsavedText };

async function ask<Done>(url: string | undefined, body: object): Promise<EditAnswer<Done>> {
  try {
    const response = await post(url, body);
    const answer = await response.json();
    return response.ok ? { isDone: true, done: answer as Done } : { isDone: false, refusal: answer as UnsavedText };
  } catch {
    return { isDone: false, refusal: { problems: [{ code: "EDIT_FAILED", severity: "error", message: AWAY }] } };
  }
}

export const askText = ({ file, path, block }: TextPlace) => ask<OpenText>(session.text, { file, path, block });

export const askSave = (edit: Edit) => ask<SavedText>(session.save, edit);

/** Undoes the last save of the session that is not undone yet, or redoes the last undone one. */
export const askStep = (direction: Direction) => ask<SteppedText>(session.history, { direction });

export const askHistory = async (): Promise<HistoryCounts | undefined> => {
  const answer = await ask<HistoryCounts>(session.history, {});
  return answer.isDone ? answer.done : undefined;
};
