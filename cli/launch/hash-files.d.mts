export function hashFiles(dir: string, names: readonly string[], record: string): string;
