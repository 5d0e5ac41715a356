// Plans the files that are published as they are. They are copied, and only read to get their hash: in small parts, once for each state of a
// file.

import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import type { StaticFile } from "../content/sources/static-files.ts";
import { BuildFailedError } from "../diagnostics/diagnostic.ts";
import { inputPath } from "../emit/inputs.ts";
import type { OutputFile, PlannedFile } from "../emit/output-file.ts";
import type { BuildRecords } from "./build-records.ts";
import type { StageContext } from "./stage-context.ts";

export const planStaticFiles = (
  files: readonly StaticFile[],
  { records, stamps }: Pick<StageContext, "records" | "stamps">,
): PlannedFile[] => files.map((file) => planStaticFile(file, stamps.get(inputPath(file.source)), records.hashes));

/** `stamp` is undefined if the file is too new: it could change without another stamp. */
function planStaticFile(
  { path, source, file }: StaticFile,
  stamp: string | undefined,
  hashes: BuildRecords["hashes"],
): PlannedFile {
  const outputOf = (hash: string): OutputFile => ({ path, bytes: statSync(source).size, hash, from: source });
  return {
    path,
    key: `${source} ${stamp ?? stateOf(source)}`,
    find() {
      const record = hashes.get(source);
      return stamp !== undefined && record?.stamp === stamp ? outputOf(record.hash) : undefined;
    },
    async make() {
      try {
        const hash = await hashOfFile(source);
        if (stamp !== undefined) hashes.set(source, { stamp, hash });
        return outputOf(hash);
      } catch (error) {
        const message = `The file cannot be read (${(error as NodeJS.ErrnoException).code}).`;
        throw new BuildFailedError([{ code: "SOURCE_UNREADABLE", severity: "error", message, file }]);
      }
    },
  };
}

function stateOf(source: string): string {
  const stat = statSync(source, { throwIfNoEntry: false });
  return `${stat?.size} ${stat?.mtimeMs} ${stat?.ctimeMs}`;
}

/** The same as `contentHash` of its bytes. */
async function hashOfFile(source: string): Promise<string> {
  const hash = createHash("sha1");
  for await (const part of createReadStream(source)) hash.update(part as Uint8Array);
  return hash.digest("hex");
}
