export function sharedCacheDir(): string | undefined;
