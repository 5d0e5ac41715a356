// Words in reading order → blocks of text, each with the heading above it.

export interface TextBlock {
  readonly text: string;
  readonly isHeading: boolean;
  /** The nearest heading above it; "" where there is none. */
  readonly under: string;
  /** Outside of the frame that pages share: header, navigation, footer. */
  readonly isMain: boolean;
}

export type TextBlocks = ReturnType<typeof createTextBlocks>;

export function createTextBlocks() {
  const blocks: TextBlock[] = [];
  let words = "";
  let under = "";
  return {
    blocks,
    add(text: string): void {
      words += text;
    },
    /** The last heading that has ended; "" before the first. */
    heading: () => under,
    /** A position for `since`. */
    mark: () => words.length,
    /** The words of the block from a position on. */
    since: (mark: number) => tidy(words.slice(mark)),
    endBlock(isMain: boolean, isHeading = false): void {
      const text = tidy(words);
      words = "";
      if (text === "") return;
      if (isHeading) under = text;
      blocks.push({ text, isHeading, under: isHeading ? "" : under, isMain });
    },
  };
}

/** Soft hyphens and blanks of any kind are not words. */
export const tidy = (text: string): string => text.replaceAll("\u00ad", "").replace(/\s+/g, " ").trim();
