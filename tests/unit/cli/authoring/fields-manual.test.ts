import { expect, test } from "vitest";
import { withFields } from "../../../../cli/authoring/fields-manual.ts";

const FIELDS_BEGIN = "<!-- fields: written by `eventsite schema` from the templates; do not edit -->";
const FIELDS_END = "<!-- end of fields -->";

test.each(["", "# Manual\n", FIELDS_BEGIN, FIELDS_END, `${FIELDS_END}\n${FIELDS_BEGIN}`])(
  "the fields in a manual need both lines: %j",
  (text) => {
    expect(withFields(text, {} as never)).toBe(null);
  },
);
