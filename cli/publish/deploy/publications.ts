// Lists the publications of a target.
import { type CheckOptions, resolveConfig } from "../../config/resolve-config.ts";
import { asBuildFailure } from "../../diagnostics/as-build-failure.ts";
import { withStore } from "../stores/open-store.ts";
import { readTarget } from "../stores/target.ts";
import { withRetries } from "../stores/with-retries.ts";
import { currentOf, type Publication, type PublishedFile } from "./ledger.ts";
import { isKeptIn } from "./plan-deploy.ts";
import { type PublicationSummary, summaryOf } from "./publication-summary.ts";
import { previousOf } from "./rollback.ts";
import { openLedgerCache, readState } from "./target-state.ts";

export interface PublicationsOptions extends CheckOptions {
  /** Default: the only one. */
  readonly target?: string;
  readonly signal?: AbortSignal;
}

export interface PublicationsResult {
  readonly target: { readonly name: string; readonly to: string };
  /** Newest first. */
  readonly publications: readonly KnownPublication[];
}

export interface KnownPublication extends PublicationSummary {
  readonly files: number;
  readonly state: "current" | "previous" | "earlier" | "interrupted";
  /** Whether the target still holds all of its files. */
  readonly isWhole: boolean;
}

const versionOf = ({ path, sha256 }: PublishedFile): string => `${path}\0${sha256}`;

/** Rejects with BuildFailedError, as `deploy` does. */
export function publications(options: PublicationsOptions = {}): Promise<PublicationsResult> {
  return asBuildFailure(async () => {
    const config = resolveConfig(options);
    const { target } = await readTarget(config, options.target);
    const signal = options.signal ?? new AbortController().signal;
    const state = await withStore(target, config.root, (store) =>
      readState(withRetries(store, signal), target, openLedgerCache(config.stateDir, target)),
    );
    const { listing, ledger } = state;
    const current = currentOf(ledger);
    const previous = previousOf(ledger);
    const live = new Set(current?.files.map(versionOf));
    const isThere = (file: PublishedFile) =>
      isKeptIn(state, file) ||
      (listing.get(file.path)?.size === file.size && (file.fileClass === "asset" || live.has(versionOf(file))));
    const stateOf = (publication: Publication): KnownPublication["state"] => {
      if (!publication.finished) return "interrupted";
      if (publication === current) return "current";
      return publication === previous ? "previous" : "earlier";
    };
    const summaries = ledger.map((publication) => ({
      ...summaryOf(publication),
      files: publication.files.length,
      state: stateOf(publication),
      isWhole: publication.files.every(isThere),
    }));
    return { target: { name: target.name, to: target.to }, publications: summaries.reverse() };
  });
}
