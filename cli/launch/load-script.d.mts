export function loadScript(file: string, importModule?: (name: string) => Promise<unknown>): unknown;
export function forgetScript(file: string): void;
