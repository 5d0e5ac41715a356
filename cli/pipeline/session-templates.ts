// The templates of a watched site. As long as they are the same, they are compiled once, and the records that were made with them are kept.

import { forgetProgram, loadTemplates } from "../bundle/load-templates.ts";
import type { LoadedTemplates } from "../bundle/templates.ts";
import type { Config } from "../config/resolve-config.ts";
import { type InputRecord, inputStamp } from "../emit/inputs.ts";
import type { LocalThread } from "../threads/thread.ts";
import { localThreads } from "../threads/threads.ts";
import { lastOnly } from "../work/last-only.ts";
import { readRecords, writeRecords } from "./build-records.ts";
import type { StageContext } from "./stage-context.ts";
import { fontMaker } from "./with-stages.ts";

export interface OpenTemplates extends Pick<StageContext, "templates" | "threads" | "records" | "fonts"> {
  readonly thread: LocalThread;
}

export interface SessionTemplates {
  /** undefined until they have been loaded. */
  current(): OpenTemplates | undefined;
  /** Returns the same object as long as the templates are the same. Rejects as `loadTemplates` does. */
  load(inputs: readonly InputRecord[]): Promise<OpenTemplates>;
  /** Leaves what was read and rendered to the next process. */
  close(): void;
}

export function createSessionTemplates(config: Config): SessionTemplates {
  let open: OpenTemplates | undefined;
  let stampWhenLoaded: string | undefined;

  return {
    current: () => open,
    async load(inputs) {
      const stamp = stampOfTemplates(inputs, config);
      if (open && stamp !== undefined && stamp === stampWhenLoaded) return open;
      const templates = await loadTemplates(config);
      stampWhenLoaded = stamp;
      // Programs are named after their content, so the same name means the same templates.
      const formerProgram = open?.templates.programFile;
      if (open && formerProgram === templates.programFile) return open;
      open = openTemplates(config, templates);
      // Otherwise a day of edits would fill the memory.
      if (formerProgram !== undefined) forgetProgram(formerProgram);
      return open;
    },
    close() {
      try {
        if (open) writeRecords(config, open);
      } catch {
        // They only save time.
      }
      open = undefined;
    },
  };
}

function openTemplates(config: Config, templates: LoadedTemplates): OpenTemplates {
  const threads = localThreads(templates);
  return {
    templates,
    threads,
    thread: threads.local,
    records: readRecords(config, templates),
    fonts: lastOnly(fontMaker(config, templates)),
  };
}

/** A stamp of all inputs outside of the content; undefined if some are too new. */
function stampOfTemplates(inputs: readonly InputRecord[], { contentDir }: Config): string | undefined {
  const content = `${contentDir}/`;
  const others = inputs.filter(({ path }) => !path.startsWith(content));
  const stamps = others.map((record) => [record.path, inputStamp(record)] as const);
  if (stamps.some(([, stamp]) => stamp === undefined)) return undefined;
  return stamps
    .map((stamp) => stamp.join(" "))
    .sort()
    .join("\n");
}
