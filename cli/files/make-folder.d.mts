/**
 * Makes a folder, and those above it, where they are missing. Returns the first that it made; undefined if all were there. Node's own
 * recursive `mkdirSync` never ends where a file system takes no folders and says that a parent is missing, as `/proc` does.
 */
export function makeFolder(path: string, mode?: number): string | undefined;
