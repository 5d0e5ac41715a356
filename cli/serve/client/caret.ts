// Where somebody types in a field: the selection, and how far its own text is scrolled.

export interface CaretAt {
  /** undefined for fields without one, such as date and email fields. */
  readonly selection?: readonly [start: number, end: number, direction: "forward" | "backward" | "none"] | undefined;
  readonly x: number;
  readonly y: number;
}

export function caretOf(field: Element): CaretAt {
  const { selectionStart, selectionEnd, selectionDirection } = field as HTMLTextAreaElement;
  const hasSelection = typeof selectionStart === "number" && typeof selectionEnd === "number";
  const selection = hasSelection ? ([selectionStart, selectionEnd, selectionDirection ?? "none"] as const) : undefined;
  return { ...(selection && { selection }), x: field.scrollLeft, y: field.scrollTop };
}

/** Changes nothing where the caret is already there. */
export function putCaret(field: Element, caret: CaretAt): void {
  const now = caretOf(field);
  if (caret.selection && now.selection && String(caret.selection) !== String(now.selection))
    (field as HTMLTextAreaElement).setSelectionRange(...caret.selection);
  if (now.x !== caret.x || now.y !== caret.y) field.scrollTo({ left: caret.x, top: caret.y, behavior: "instant" });
}
