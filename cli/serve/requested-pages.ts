// Pages that requests wait for while a build runs: each can be sent as soon as it is rendered, before the rest of the site.
import type { OutputFile } from "../emit/output-file.ts";
import type { FinishedPage } from "../pipeline/stage-context.ts";

export type RequestedPages = ReturnType<typeof createRequestedPages>;

/** `isCurrent`: whether the running build has read the current files. */
export function createRequestedPages(isCurrent: () => boolean) {
  const rendered = new Map<string, OutputFile>();
  const waiting = new Map<() => void, readonly string[]>();
  return {
    /** Outputs that requests wait for. */
    requestedPages: (): readonly string[] => [...waiting.values()].flat(),
    has: (output: string): boolean => rendered.has(output),
    get: (output: string): OutputFile | undefined => rendered.get(output),
    add({ output, hash, content }: FinishedPage): void {
      if (content) rendered.set(output, { path: output, bytes: content.length, hash, content });
      for (const [settleIfReady, outputs] of waiting) if (outputs.includes(output)) settleIfReady();
    },
    /** Called when a build begins, and when one has ended with all pages. */
    clear: (): void => rendered.clear(),
    /** Resolves when one of these pages is rendered, or when the whole site is. */
    async ready(outputs: readonly string[], settled: () => Promise<void>): Promise<void> {
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
