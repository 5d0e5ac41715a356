import type { Standby } from "eventsite/kit/island";
import { browserSession } from "../../forms/browser-parts.ts";
import { holdsDrafts } from "../../forms/draft.ts";

/** Restores the draft when the form is near the screen, and erases expired drafts. */
const awaitDraft: Standby = (_root, _props, wake) => {
  if (holdsDrafts(browserSession.storage)) wake();
  return undefined;
};

export default awaitDraft;
