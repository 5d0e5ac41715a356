// The content of the frozen site in a folder of its own, for tests that change it.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { frozenDir } from "./with-site.ts";

export interface ContentCopy {
  /** Has `content/` in it; templates come from the program. */
  readonly root: string;
  read(path: string): string;
  /** Paths are relative to content/; null takes a file away. */
  write(files: Readonly<Record<string, string | null>>): void;
}

/** Runs `use` on a copy of the content; the folder goes when it is done. */
export async function withContentCopy<Result>(use: (copy: ContentCopy) => Promise<Result> | Result): Promise<Result> {
  const root = mkdtempSync(join(tmpdir(), "eventsite-content-"));
  const at = (path: string) => join(root, "content", path);
  try {
    cpSync(join(frozenDir, "content"), join(root, "content"), { recursive: true });
    return await use({
      root,
      read: (path) => readFileSync(at(path), "utf8"),
      write(files) {
        for (const [path, text] of Object.entries(files)) {
          if (text === null) rmSync(at(path));
          else writeFileSync(at(path), text);
        }
      },
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
