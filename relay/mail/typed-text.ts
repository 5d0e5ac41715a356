// What people type, as it is kept, and what a text may hold.

import { normalise } from "./fold-text.ts";

/**
 * Invisible marks that turn or hide what is around them: phones put them around pasted numbers, cheats into names. The joiners of emoji
 * and of some scripts are not among them.
 */
const UNSEEN = /[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g;

/**
 * What was typed, as it is kept: one form of Unicode, one kind of line break, no blanks around it. Half a character, as a length limit in
 * the browser leaves one of an emoji that it cut, becomes the sign for an unknown one.
 */
export function normaliseText(text: string): string {
  return normalise(text.toWellFormed().replace(UNSEEN, "")).replace(/\r\n?/g, "\n").trim();
}

export const hasUnseen = (text: string): boolean => text.search(UNSEEN) >= 0;

const CONTROLS = /(?![\t\n\r])\p{Cc}/u;
const BREAKS = /[\t\n\u2028\u2029]/;

export const hasControls = (text: string): boolean => CONTROLS.test(text);

/** Why a text cannot be taken; null where it can. */
export const textProblem = (text: string): string | null => (hasControls(text) ? "holds a control character" : null);

/** Why a text cannot be the value of a field that has one line; null where it can. */
export const lineProblem = (text: string): string | null =>
  textProblem(text) ?? (BREAKS.test(text) ? "must be one line" : null);

/** What nobody typed becomes a blank. */
export const withoutControls = (text: string): string => text.replace(/(?![\t\n\r])\p{Cc}/gu, " ");
