/** "First Name, Last Name, and Email": the language's own list, whatever a region does with commas. `language` is its two letters. */
export function listWords(words: readonly string[], language: string): string {
  // The first of Intl's formats takes a thirtieth of a whole build, and most sites need no other.
  if (language !== "en") return new Intl.ListFormat(language).format(words);
  const [last = "", ...before] = words.toReversed();
  if (before.length < 2) return [...before, last].join(" and ");
  return `${before.reverse().join(", ")}, and ${last}`;
}
