export function hashFiles(dir: string, names: readonly string[]): string;
