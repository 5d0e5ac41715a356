export function compileInNewFolder(parent: string, compile: (newDir: string) => Promise<string>): Promise<string>;
export function compileOnce(
  dir: string,
  compile: (newDir: string) => Promise<unknown>,
  keptCount?: number,
): Promise<string>;
export function markUsed(...paths: readonly string[]): void;
