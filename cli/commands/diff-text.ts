// Pieces of text that the table of a diff is made of.

const WIDTH = 80;

export const quote = (text: string): string => `“${text}”`;
export const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? "" : "s"}`;

/** Lines of at most 80 columns; longer words are not broken. */
export function wrap(text: string, indent: string): string[] {
  const line = new RegExp(`(?:^| )(.{1,${WIDTH - indent.length}}|[^ ]+)(?= |$)`, "g");
  return Array.from(text.matchAll(line), ([, words]) => indent + words);
}
