// What all stores with an http interface have in common.

import { createRequire } from "node:module";
import { findPackage } from "../../config/find-package.ts";
import { type StoreProblem, type TargetStore, TargetStoreError } from "./store.ts";

/** Clients are not installed with this program: a project, whose folder is `root`, installs the client for its target. */
export async function loadPackage<Module>(name: string, root: string): Promise<Module> {
  const file = findPackage(name, root);
  if (file === undefined) throw new TargetStoreError("package", name);
  return createRequire(file)(file) as Module;
}

/** The problem of a status, if the service does not name its refusal. */
const PROBLEM_OF_STATUS: Readonly<Record<number, StoreProblem>> = {
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

const VERBS = { list: "listed", read: "read", write: "written", delete: "deleted" } as const;
type StoreCall = keyof typeof VERBS;

/** A refusal. Nothing else of the answer is repeated: it may hold what was sent, signatures included. */
interface Refusal {
  /** The service's own name for it; "" for none. */
  readonly code: string;
  readonly status?: number | undefined;
  /** The meaning of the service's names. Default: that of the status. */
  readonly problem?: StoreProblem | undefined;
}

/** The same store, which rejects only with TargetStoreError. `isRepeated`: whether a request is sent again at once. */
export function explaining(
  store: TargetStore,
  name: "bucket" | "container",
  refusalOf: (error: unknown, call: StoreCall) => Refusal,
  isRepeated: (error: unknown) => boolean = () => false,
): TargetStore {
  const explain = (error: unknown, call: StoreCall, path: unknown): TargetStoreError => {
    if (error instanceof TargetStoreError) return error;
    const { code, status, problem = PROBLEM_OF_STATUS[status ?? 0] ?? "other" } = refusalOf(error, call);
    const detail = [code, ...(status === undefined ? [] : [`status ${status}`])].filter(Boolean).join(", ");
    const what = call === "list" ? `The ${name}` : path;
    return new TargetStoreError(problem, `${what} could not be ${VERBS[call]} (${detail})`, error);
  };
  const explained =
    <Args extends readonly unknown[], Result>(call: StoreCall, run: (...args: Args) => Promise<Result>, path = 0) =>
    (...args: Args): Promise<Result> =>
      run(...args)
        .catch((error) => (isRepeated(error) ? run(...args) : Promise.reject(error)))
        .catch((error) => {
          throw explain(error, call, args[path]);
        });
  return {
    ...store,
    list: explained("list", store.list),
    read: explained("read", store.read),
    write: explained("write", store.write),
    delete: explained("delete", store.delete),
  };
}
