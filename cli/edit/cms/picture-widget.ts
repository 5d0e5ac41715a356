// Controls of a served site for the fields of a picture: its words and its focus know the picture beside them. Pure.

import type { JsonSchema } from "../../../templates/kit/for-build/index.ts";
import type { Widget } from "./widget.ts";

/** The names of controls that the page of the CMS has beside Decap's. */
const PICTURE_WORDS = "eventsite-picture-words";
const FOCUS = "eventsite-focus";

/** What replaces options of the control that the field would have elsewhere. */
export function pictureWidget(name: string, { type, properties }: JsonSchema): Partial<Widget> {
  if (name === "alt" && type === "string") return { widget: PICTURE_WORDS };
  return name === "focus" && properties?.x && properties.y ? { widget: FOCUS, fields: undefined } : {};
}
