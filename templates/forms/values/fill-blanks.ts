/** A pattern of the content with its blanks filled in: "{label} is missing." Blanks without a value stay as they are. */
export const fillBlanks = (pattern: string, values: Readonly<Record<string, string | number>>): string =>
  pattern.replace(/\{(\w+)\}/g, (blank, name: string) => String(values[name] ?? blank));
