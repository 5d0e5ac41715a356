// State that must survive a reload of the page: whether editing is on, the typed text, the notice of the last save.
import type { OpenText } from "../text/edit.ts";

export interface UnsavedEdit {
  readonly text: OpenText;
  readonly typed: string;
}

/** The message of the bar. */
export interface EditNotice {
  readonly message: string;
  /** The page does not show what was written. */
  readonly isWaiting: boolean;
}

const KEYS = { isOn: "eventsite:editing", draft: "eventsite:draft", notice: "eventsite:saved" } as const;

const here = () => location.pathname;

function keep(key: string, value: object | string | undefined): void {
  if (value === undefined) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, JSON.stringify({ here: here(), value }));
}

/** The state that was stored on this page. */
function readStored<Value>(key: string): Value | undefined {
  const text = sessionStorage.getItem(key);
  const { here: where, value } = text === null ? {} : (JSON.parse(text) as { here?: string; value?: Value });
  return where === here() ? value : undefined;
}

export const isEditingOn = (): boolean => sessionStorage.getItem(KEYS.isOn) !== "off";
export const keepEditingOn = (isOn: boolean): void => sessionStorage.setItem(KEYS.isOn, isOn ? "on" : "off");
export const keepDraft = (draft: UnsavedEdit | undefined): void => keep(KEYS.draft, draft);
export const storedDraft = (): UnsavedEdit | undefined => readStored<UnsavedEdit>(KEYS.draft);
export const keepNotice = (notice: EditNotice | undefined): void => keep(KEYS.notice, notice);
export const keptNotice = (): EditNotice | undefined => readStored<EditNotice>(KEYS.notice);
