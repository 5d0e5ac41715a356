import { expect, test } from "vitest";
import { asBuildFailure } from "../../../../cli/diagnostics/as-build-failure.ts";
import { writeFile } from "../../../../cli/files/write-file.ts";

test.runIf(process.platform === "linux")("a full disk is reported with the file that it had no room for", async () => {
  // A device that is always full.
  const writing = asBuildFailure(async () => writeFile("/dev/full", Buffer.from("words")));
  await expect(writing).rejects.toMatchObject({
    diagnostics: [{ code: "EMIT_FAILED", message: "/dev/full could not be written: the disk is full." }],
  });
});
