import { expect, test } from "vitest";
import { FIELDS_BEGIN, FIELDS_END, withFields } from "../../../../cli/authoring/fields-manual.ts";

test.each(["", "# Manual\n", FIELDS_BEGIN, FIELDS_END, `${FIELDS_END}\n${FIELDS_BEGIN}`])(
  "the fields in a manual need both lines: %j",
  (text) => {
    expect(withFields(text, {} as never)).toBe(null);
  },
);
