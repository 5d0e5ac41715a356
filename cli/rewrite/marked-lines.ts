// Lines of a Markdown text that are marked as placeholders. People read and change its words without the marks; a line that they leave as it
// was has its mark again.

import { withoutPlaceholderMarks } from "../content/yaml/find-in-lines.ts";

/** The marks of `was`, on the same lines of `words`, in their order. A mark on a line of its own is for the line below it, or for the last one. */
export function withMarksOf(was: string, words: string): string {
  if (withoutPlaceholderMarks(was) === words) return was;
  const groups = markedGroups(was);
  const lines: string[] = [];
  for (const line of words.split("\n")) {
    const group = groups.get(line)?.shift();
    // A mark on a line of its own was shown as an empty line: it takes that place again.
    const isEmptyAbove = lines.at(-1) === "" && (lines.at(-2) ?? "") === "";
    if (isMarkAlone(group?.[0]) && isEmptyAbove) lines.pop();
    lines.push(...(group ?? [line]));
  }
  return lines.join("\n");
}

const isMarkAlone = (line = ""): boolean => line.trim() !== "" && withoutPlaceholderMarks(line).trim() === "";

/** Each line with words, among the marks on lines of their own that are for it; by the words, in the order of the text. */
function markedGroups(text: string): ReadonlyMap<string, string[][]> {
  const groups = new Map<string, string[][]>();
  let marks: string[] = [];
  let group: string[] = [];
  for (const line of text.split("\n")) {
    const words = withoutPlaceholderMarks(line);
    if (isMarkAlone(line)) marks.push(line);
    if (words.trim() === "") continue;
    group = [...marks, line];
    marks = [];
    groups.set(words, [...(groups.get(words) ?? []), group]);
  }
  group.push(...marks);
  return groups;
}
