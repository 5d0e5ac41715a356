// Changes of a file's values, by the path of what is changed.

export type Json = Record<string, unknown>;
export type Change = (values: Json) => Json;

const pathOf = (path: string): string[] => path.split(".");

/** What holds the value at a path, in a copy. */
function within(values: Json, path: string, change: (holder: Json & unknown[], key: string) => void): Json {
  const copy = structuredClone(values);
  const steps = pathOf(path);
  const holder = steps.slice(0, -1).reduce<unknown>((value, step) => (value as Json)[step], copy);
  change(holder as Json & unknown[], steps.at(-1) ?? "");
  return copy;
}

export const set =
  (path: string, value: unknown): Change =>
  (values) =>
    within(values, path, (holder, key) => Object.assign(holder, { [key]: value }));

export const remove =
  (path: string): Change =>
  (values) =>
    within(values, path, (holder, key) => {
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete (holder as Json)[key];
    });

/** A new item before the one at the path. */
export const insert =
  (path: string, item: unknown): Change =>
  (values) =>
    within(values, path, (holder, key) => holder.splice(Number(key), 0, item));

/** The item at the path, before the one that is at `to` then. */
export const move =
  (path: string, to: number): Change =>
  (values) =>
    within(values, path, (holder, key) => holder.splice(to, 0, ...holder.splice(Number(key), 1)));

/** A key before another one of the whole file. */
export const setBefore =
  (other: string, key: string, value: unknown): Change =>
  (values) =>
    Object.fromEntries(
      Object.entries(values).flatMap((entry) => (entry[0] === other ? [[key, value], entry] : [entry])),
    );
