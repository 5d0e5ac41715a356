// A file's text with line ends of one kind, and the way back: an edit leaves every other byte as it was.

/** So many characters of the text, from `start` to before `end`, become `text`. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface RawText {
  /** Without byte order mark, its lines ending in "\n". */
  readonly text: string;
  /** The file's own text with the splices, which do not overlap; new lines end as those around them do. */
  splice(splices: readonly Splice[]): string;
}

export function openRawText(raw: string): RawText {
  const mark = raw.charCodeAt(0) === 0xfeff ? 1 : 0;
  const text = raw.slice(mark).replaceAll("\r\n", "\n");
  const longEnds = longLineEnds(raw.slice(mark), text);
  const rawOffset = (offset: number) => mark + offset + longEnds.filter((end) => end < offset).length;
  const lineEndAt = (offset: number): string => {
    const next = text.indexOf("\n", offset);
    const near = next === -1 ? text.lastIndexOf("\n") : next;
    return longEnds.includes(near) ? "\r\n" : "\n";
  };
  return {
    text,
    splice(splices) {
      const parts: string[] = [];
      let done = 0;
      for (const { start, end, text: fresh } of [...splices].sort((a, b) => a.start - b.start)) {
        parts.push(raw.slice(done, rawOffset(start)), fresh.replaceAll("\n", lineEndAt(start)));
        done = rawOffset(end);
      }
      return parts.join("") + raw.slice(done);
    },
  };
}

/** Where, in the text with "\n" line ends, a "\r\n" was. */
function longLineEnds(raw: string, text: string): number[] {
  if (raw.length === text.length) return [];
  const found: number[] = [];
  for (let at = raw.indexOf("\r\n"); at !== -1; at = raw.indexOf("\r\n", at + 2)) found.push(at - found.length);
  return found;
}
