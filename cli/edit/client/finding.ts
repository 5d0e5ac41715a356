// Runs in the pages of a watched site: what `live.ts` does, and finds where words come from.

import { page } from "../../serve/client/live.ts";
import { createFindPanel } from "./find-panel.ts";
import { createWords } from "./locate-words.ts";

/** The source positions of the words of this page. */
export const words = createWords(page);
createFindPanel(words);
