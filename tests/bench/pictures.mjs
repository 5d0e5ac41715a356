// The real site with none of its pictures made, and with all of them, against a loop that makes the same files.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

export function measurePictures({ projectDir, work, meter, support, launcher, loop }) {
  const list = join(work, "pictures.json");
  const out = join(work, "pictures-out");
  const cache = join(work, "pictures-cache");
  mkdirSync(out);
  const inProject = { cwd: projectDir };
  meter.node([loop, projectDir, out, support, list], inProject);
  const pictureLoop = join(projectDir, "tests/bench/picture-loop.mjs");
  const bare = meter.node([pictureLoop, list, support, join(work, "bare")], inProject);
  const site = [launcher, "build", "--quiet", "--out", join(work, "pictures-site")];
  const env = { ...process.env, NODE_ENV: "production", EVENTSITE_IMAGE_CACHE: cache };
  const cold = meter.node(site, { ...inProject, env });
  rmSync(join(work, "pictures-site"), { recursive: true });
  const cached = meter.node(site, { ...inProject, env });
  return {
    files: JSON.parse(readFileSync(list, "utf8")).length,
    "loop s": Math.round(bare.ms / 100) / 10,
    "build s": Math.round(cold.ms / 100) / 10,
    "cold/loop": (cold.ms / bare.ms).toFixed(3),
    "cached/loop": (cached.ms / bare.ms).toFixed(4),
    "loop MiB": Math.round(bare.mib),
    "build MiB": Math.round(cold.mib),
  };
}
