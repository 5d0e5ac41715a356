export function sharedCacheDir(programDir: string): string | undefined;
export function homeFolder(): string;
