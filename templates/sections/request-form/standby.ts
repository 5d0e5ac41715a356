import { browserSession } from "../../forms/browser-parts.ts";
import { holdsDrafts } from "../../forms/draft.ts";
import type { Standby } from "../../kit/define-island.ts";

/** What was typed before is there when the form is seen, and what is past its time is erased. */
const awaitDraft: Standby = (_root, _props, wake) => {
  if (holdsDrafts(browserSession.storage)) wake();
  return undefined;
};

export default awaitDraft;
