export function stampOf(dir: string, names: readonly string[], ...others: readonly string[]): string;
export function compileAside(parent: string, compile: (aside: string) => Promise<string>): Promise<string>;
export function compileOnce(dir: string, compile: (aside: string) => Promise<unknown>, kept?: number): Promise<string>;
export function markUsed(...paths: readonly string[]): void;
