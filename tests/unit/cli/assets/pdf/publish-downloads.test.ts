import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { publishDownloads } from "../../../../../cli/assets/pdf/publish-downloads.ts";

test("a kept PDF is taken as it is, and made again where something has spoilt it", async () => {
  const cacheDir = mkdtempSync(join(tmpdir(), "eventsite-downloads-"));
  try {
    const data = { title: "A guide", description: "What to plan.", body: "# First\n\nWords.\n" };
    const download = { slug: "guide", data } as never;
    const make = () => publishDownloads([download], new Set(["/downloads/guide.pdf"]), {}, cacheDir);
    const [first] = await make();
    const [name = ""] = readdirSync(cacheDir);
    const kept = readFileSync(join(cacheDir, name));
    expect(Buffer.from(first?.bytes ?? []).equals(kept)).toBe(true);
    expect((await make())[0]?.bytes).toEqual(kept);
    writeFileSync(join(cacheDir, name), Buffer.alloc(kept.length));
    expect(
      Buffer.from((await make())[0]?.bytes ?? [])
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
  } finally {
    rmSync(cacheDir, { recursive: true });
  }
});
