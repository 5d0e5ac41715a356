/** Caches the last result: `make` is called again only for other arguments. */
export function lastOnly<Arguments extends readonly unknown[], Result>(
  make: (...args: Arguments) => Promise<Result>,
): typeof make {
  let last: { readonly key: string; readonly result: Result } | undefined;
  return async (...args) => {
    const key = JSON.stringify(args);
    if (last?.key !== key) last = { key, result: await make(...args) };
    return last.result;
  };
}
