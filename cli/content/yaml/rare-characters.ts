const RARE = /[^\n\r -~]+/g;

/** The characters of a text that are neither printable ASCII nor line ends, in their order: a text has few of them. */
export const rareCharacters = (text: string): string => text.match(RARE)?.join("") ?? "";

/** Those that are not rare, but for line ends. */
export const ASCII = String.fromCharCode(...Array.from({ length: 95 }, (_, position) => 32 + position));
