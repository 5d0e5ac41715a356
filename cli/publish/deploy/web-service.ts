// What all stores that are reached by http have in common.
import { StoreError, type StoreProblem } from "./store.ts";

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

/** Runs a request; what it fails with is explained, unless it is explained already. */
export async function explained<Result>(
  run: () => Promise<Result>,
  explain: (error: unknown) => StoreError,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof StoreError ? error : explain(error);
  }
}
