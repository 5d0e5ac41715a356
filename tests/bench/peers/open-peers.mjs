// Other generators that are on this machine or can be installed.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { installEleventy, writeEleventySite } from "./eleventy.mjs";
import { writeHugoSite } from "./hugo.mjs";

/** Each writes its form of a content folder into a folder of its own, and then builds it as often as asked. */
export function openPeers(work) {
  const hugo = spawnSync("hugo", ["version"]).status === 0;
  const eleventy = installEleventy(join(work, "eleventy"));
  if (!hugo) console.log("Hugo is not installed: left out.");
  if (!eleventy) console.log("Eleventy cannot be installed: left out.");
  return [
    ...(hugo ? [{ name: "hugo", prepare: prepareHugo }] : []),
    ...(eleventy ? [{ name: "eleventy", prepare: prepareEleventy(eleventy, join(work, "eleventy")) }] : []),
  ];
}

function prepareHugo(contentDir, root) {
  writeHugoSite(contentDir, root);
  return (meter) => meter.program("hugo --quiet", { cwd: root });
}

/** Below the folder of its packages, where its configuration finds them. */
const prepareEleventy = (command, home) => (contentDir, root) => {
  const dir = join(home, `site-${root.replace(/\W+/g, "-")}`);
  writeEleventySite(contentDir, dir);
  return (meter) => {
    rmSync(join(dir, "_site"), { recursive: true, force: true });
    return meter.node([command, "--quiet"], { cwd: dir });
  };
};
