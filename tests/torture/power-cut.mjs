// A power cut without pulling a plug: the store lies on a file system in a file; the relay is stopped in the middle, the file copied as
// it is, and the copy mounted. What the kernel had not yet written is not in it, as after a cut. A writer that does not wait for the
// disk must lose what it acknowledged: otherwise the trial would show nothing.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { keepCalling, startRelay } from "./relay-process.mjs";
import { countLost, openFileStore, readSubmissions } from "./stores.mjs";
import { assert, needRoot, tool } from "./trial.mjs";

export const name = "Power cut under load";

const IMAGE_BYTES = 96 * 1024 * 1024;
const CAREFREE = fileURLToPath(new URL("./carefree-writer.mjs", import.meta.url));

function mounted(work, label) {
  const [image, folder] = [join(work, `${label}.img`), join(work, label)];
  mkdirSync(folder);
  return {
    image,
    folder,
    mount: () => tool("mount", "-o", "loop", image, folder),
    unmount: () => tool("umount", "-l", folder),
  };
}

/** Runs `write` on a fresh file system, cuts, and answers what `read` finds on the copy. */
async function cut(work, label, write, read) {
  const disk = mounted(work, label);
  writeFileSync(disk.image, "");
  truncateSync(disk.image, IMAGE_BYTES);
  tool("mkfs.ext4", "-q", "-F", disk.image);
  disk.mount();
  const copy = mounted(work, `${label}-copy`);
  let result;
  try {
    result = await write(disk.folder, () => copyFileSync(disk.image, copy.image));
  } finally {
    disk.unmount();
  }
  copy.mount();
  try {
    return await read(copy.folder, result);
  } finally {
    copy.unmount();
    for (const { image } of [disk, copy]) rmSync(image, { force: true });
  }
}

async function underLoad(program, work, folder, snapshot) {
  const { url, child, exited } = await startRelay(program, work, { store: openFileStore(folder) });
  const acknowledged = new Set();
  let isOver = false;
  const calling = keepCalling(url, {
    callers: 16,
    prefix: "cut",
    isOver: () => isOver,
    onAnswer: (_, { reference }) => reference !== null && !isOver && acknowledged.add(reference),
  });
  await sleep(300 + Math.random() * 700);
  child.kill("SIGSTOP");
  isOver = true;
  snapshot();
  child.kill("SIGKILL");
  await exited;
  await calling;
  return acknowledged;
}

async function carefree(folder, snapshot) {
  const child = spawn(process.execPath, [CAREFREE, folder], { stdio: ["ignore", "pipe", "inherit"] });
  let acknowledged = "";
  child.stdout.on("data", (chunk) => {
    acknowledged += chunk;
  });
  await once(child.stdout, "data");
  await sleep(400);
  child.kill("SIGSTOP");
  snapshot();
  child.kill("SIGKILL");
  await once(child, "exit");
  return new Set(acknowledged.split("\n").slice(0, -1));
}

export async function run({ rounds, program, work, tell }) {
  needRoot("mounting a file system in a file");
  const cuts = Math.max(4, Math.ceil(rounds / 25));
  let accepted = 0;
  let lost = 0;
  for (let round = 0; round < cuts; round++) {
    const folder = join(work, `relay-${round}`);
    mkdirSync(folder);
    await cut(
      work,
      `disk-${round}`,
      (disk, snapshot) => underLoad(program, folder, disk, snapshot),
      async (disk, acknowledged) => {
        accepted += acknowledged.size;
        lost += countLost(acknowledged, await readSubmissions(openFileStore(disk)));
      },
    );
  }
  const control = { accepted: 0, lost: 0 };
  // A cut right after a checkpoint finds everything on the disk.
  for (let attempt = 0; control.lost === 0 && attempt < 5; attempt++)
    await cut(work, `control-${attempt}`, carefree, async (disk, acknowledged) => {
      control.accepted += acknowledged.size;
      control.lost += countLost(acknowledged, await readCarefree(disk));
    });
  tell(`${cuts} cuts, ${accepted} accepted, ${lost} lost`);
  tell(
    `control that does not wait for the disk: ${control.accepted} acknowledged, ${control.lost} lost (must be more than 0)`,
  );
  assert(accepted > cuts, "too few requests were accepted for this to mean anything");
  assert(lost === 0, `${lost} accepted requests are lost`);
  assert(control.lost > 0, "the control lost nothing: this trial shows nothing here");
}

/** What is left of the carefree writer's store; nothing at all is possible. */
async function readCarefree(disk) {
  try {
    return await readSubmissions(openFileStore(disk));
  } catch {
    return { references: new Set() };
  }
}
