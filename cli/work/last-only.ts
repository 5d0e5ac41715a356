/** Makes it again only for other arguments than the last ones. */
export function lastOnly<Given extends readonly unknown[], Made>(
  make: (...given: Given) => Promise<Made>,
): typeof make {
  let last: { readonly name: string; readonly made: Made } | undefined;
  return async (...given) => {
    const name = JSON.stringify(given);
    if (last?.name !== name) last = { name, made: await make(...given) };
    return last.made;
  };
}
