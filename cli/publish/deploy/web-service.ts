// What all stores that are reached by http have in common.
import { type Store, StoreError, type StoreProblem } from "./store.ts";

/** What a status says where the service gives no name to its refusal. */
export const PROBLEM_OF_STATUS: Readonly<Record<number, StoreProblem>> = {
  301: "region",
  401: "credentials",
  403: "rights",
  409: "conflict",
  412: "conflict",
  429: "throttled",
  500: "transfer",
  502: "transfer",
  503: "throttled",
  504: "transfer",
  507: "full",
};

export const bareEtag = (etag = ""): string => etag.replace(/^W\/|"/g, "");

/** "list" has no path. */
export type StoreCall = "list" | "read" | "write" | "delete";

const VERBS: Readonly<Record<StoreCall, string>> = {
  list: "listed",
  read: "read",
  write: "written",
  delete: "deleted",
};

export const notDone = (what: string, call: StoreCall, path: string): string =>
  `${call === "list" ? what : path} could not be ${VERBS[call]}`;

/** What a refusal of the service means; `path` is "" for a listing. */
type Explain = (error: unknown, call: StoreCall, path: string) => StoreError;

/** The same store, which rejects with StoreError alone. `isRepeated`: whether a request is sent once more at once. */
export function explaining(
  store: Store,
  explain: Explain,
  isRepeated: (error: unknown) => boolean = () => false,
): Store {
  const explained =
    <Args extends readonly unknown[], Result>(call: StoreCall, run: (...args: Args) => Promise<Result>, path = 0) =>
    (...args: Args): Promise<Result> =>
      run(...args)
        .catch((error) => (isRepeated(error) ? run(...args) : Promise.reject(error)))
        .catch((error) => {
          throw error instanceof StoreError ? error : explain(error, call, String(args[path] ?? ""));
        });
  return {
    ...store,
    list: explained("list", store.list),
    read: explained("read", store.read),
    write: explained("write", store.write),
    copy: explained("write", store.copy, 1),
    delete: explained("delete", store.delete),
  };
}
