// Words in reading order → blocks of text, each with the heading above it.

export interface TextBlock {
  readonly text: string;
  readonly isHeading: boolean;
  /** The nearest heading above it; "" if there is none. */
  readonly under: string;
  /** Whether it is outside of the frame that pages share: header, navigation, footer. */
  readonly isMain: boolean;
}

export interface TextBlocks {
  readonly blocks: readonly TextBlock[];
  add(text: string): void;
  /** The last heading that has ended; "" before the first. */
  heading(): string;
  /** A position for `since`. */
  mark(): number;
  /** The text of the current block from a position on. */
  since(mark: number): string;
  endBlock(isMain: boolean, isHeading?: boolean): void;
}

export function createTextBlocks(): TextBlocks {
  const blocks: TextBlock[] = [];
  let buffer = "";
  let under = "";
  return {
    blocks,
    add(text) {
      buffer += text;
    },
    heading: () => under,
    mark: () => buffer.length,
    since: (mark) => tidy(buffer.slice(mark)),
    endBlock(isMain, isHeading = false) {
      const text = tidy(buffer);
      buffer = "";
      if (text === "") return;
      if (isHeading) under = text;
      blocks.push({ text, isHeading, under: isHeading ? "" : under, isMain });
    },
  };
}

/** Removes soft hyphens, and reduces blanks of any kind. */
export const tidy = (text: string): string => text.replaceAll("\u00ad", "").replace(/\s+/g, " ").trim();
