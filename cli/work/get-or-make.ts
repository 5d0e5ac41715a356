/** The value of a key, which is made and put into the cache where it is not there. */
export function getOrMake<Key, Made>(
  cache: { get(key: Key): Made | undefined; set(key: Key, made: Made): unknown },
  key: Key,
  make: () => Exclude<Made, undefined>,
): Made {
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const made = make();
  cache.set(key, made);
  return made;
}
