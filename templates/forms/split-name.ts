export interface SplitName {
  readonly firstName: string;
  readonly lastName: string;
}

/** A whole name is taken apart at its first space: the first word, and the remainder. A single word has no remainder. */
export function splitName(name: string): SplitName {
  const [, firstName = "", lastName = ""] = /^(\S*)\s*(.*)$/s.exec(name.trim()) ?? [];
  return { firstName, lastName };
}
