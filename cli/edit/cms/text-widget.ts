// The control of a text: a line, a longer text, or a date. Pure.

import type { JsonSchema } from "../../../templates/kit/for-build/index.ts";
import type { Widget } from "./widget.ts";

const LONG = /text|lead|intro|description|summary|quote|notice|message|note|words|wording|alt$/i;

/** Not as a calendar: that would hide a time of day, or ask for one. */
const LOCAL_TIME = [
  String.raw`^(\d{4}-\d\d-\d\d([T ]\d\d:\d\d)?)?$`,
  "a date, such as 2026-12-24, or 2026-12-24T18:00",
];

export function textWidget(name: string, field: JsonSchema): Widget {
  const { minLength = 0, maxLength, format, description = "" } = field;
  if (name === "publishFrom" || name === "publishUntil") return { widget: "string", pattern: LOCAL_TIME };
  if (format === "date")
    return { widget: "datetime", format: "YYYY-MM-DD", date_format: "YYYY-MM-DD", time_format: false };
  const isLong = (maxLength ?? 151) > 150 && (LONG.test(name) || /sentence/i.test(description));
  // Blanks are counted with what they will say by the check alone.
  const pattern = maxLength && [`^[\\s\\S]{0,${maxLength}}$`, `at most ${maxLength} characters`];
  return { widget: isLong || minLength > 20 ? "text" : "string", ...(pattern && { pattern }) };
}
