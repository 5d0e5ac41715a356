// Runs in the pages of a watched site: what `live.ts` does, and finds where words come from.

import { mountShadow } from "../../serve/client/element.ts";
import { page } from "../../serve/client/live.ts";
import { createFindPanel } from "./find-panel.ts";
import { createWords } from "./locate-words.ts";
import { createPicker } from "./picker.ts";
import { toolsCss } from "./tools-css.ts";
import { addTravel } from "./travel.ts";

export const root = mountShadow("eventsite-words", toolsCss);
addTravel(root);
/** The source positions of the words of this page. */
export const words = createWords(page);
export const picker = createPicker(root, words);
export const showResult = createFindPanel(root, words, picker);
