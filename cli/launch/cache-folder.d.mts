export function sharedCacheDir(programDir: string): string | undefined;
