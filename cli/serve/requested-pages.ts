// Pages that requests wait for while a build runs: each can be sent as soon as it is rendered, before the rest of the site.
import type { OutputFile } from "../emit/output-file.ts";
import type { FinishedPage } from "../pipeline/stage-context.ts";

export interface RequestedPages {
  /** Outputs that requests wait for. */
  requestedPages(): readonly string[];
  get(output: string): OutputFile | undefined;
  add(page: FinishedPage): void;
  /** Called when a build begins, and when one has ended with all pages. */
  clear(): void;
  /** Resolves when one of these pages is rendered, or when the whole site is. */
  ready(outputs: readonly string[], settled: () => Promise<void>): Promise<void>;
}

/** `isCurrent`: whether the running build has read the current files. */
export function createRequestedPages(isCurrent: () => boolean): RequestedPages {
  const rendered = new Map<string, OutputFile>();
  const waiting = new Map<() => void, readonly string[]>();
  return {
    requestedPages: () => [...waiting.values()].flat(),
    get: (output) => rendered.get(output),
    add({ output, hash, content }) {
      if (content) rendered.set(output, { path: output, bytes: content.length, hash, content });
      for (const [settleIfReady, outputs] of waiting) if (outputs.includes(output)) settleIfReady();
    },
    clear: () => rendered.clear(),
    async ready(outputs, settled) {
      const isReady = () => outputs.some((output) => rendered.has(output)) && isCurrent();
      if (isReady()) return;
      let settleIfReady = () => {};
      const page = new Promise<void>((resolve) => {
        settleIfReady = () => isReady() && resolve();
      });
      waiting.set(settleIfReady, outputs);
      await Promise.race([page, settled()]).finally(() => waiting.delete(settleIfReady));
    },
  };
}
