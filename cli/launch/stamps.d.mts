export function stampOf(dir: string, names: readonly string[], ...others: readonly string[]): string;
export function recordedStamp(
  recordsDir: string,
  dir: string,
  names: readonly string[],
  ...others: readonly string[]
): string;
