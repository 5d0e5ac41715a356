// npm run bench: the site's build, saved files, then the relay, each with the flags given here.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const isBuildAlone = process.argv.includes("--pages");
for (const file of isBuildAlone ? ["run.mjs"] : ["run.mjs", "watch.mjs", "relay/run.mjs"]) {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const { status } = spawnSync(process.execPath, [path, ...process.argv.slice(2)], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
