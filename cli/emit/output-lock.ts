import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EventsiteError } from "../diagnostics/diagnostic.ts";

/** Keeps a second build out of the same output folder. Rejects with EMIT_LOCKED; a lock whose process is gone counts for nothing. */
export function lockOutput(stateDir: string, outDir: string): () => void {
  mkdirSync(join(stateDir, "locks"), { recursive: true });
  const file = join(stateDir, "locks", `${createHash("sha1").update(outDir).digest("hex").slice(0, 12)}.lock`);
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx" });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const holder = Number(readHolder(file));
      if (attempt < 3 && !(holder > 0 && isRunning(holder))) {
        rmSync(file, { force: true });
        continue;
      }
      throw new EventsiteError("EMIT_LOCKED", `Another build (process ${holder}) is writing to ${outDir}.`, {
        hint: "wait until it is done, or end it",
      });
    }
  }
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
