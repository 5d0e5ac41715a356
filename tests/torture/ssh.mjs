// Deploys through a real sshd on this machine, for this user alone, with keys made for the trial (Debian: openssh-server).
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CannotRun, freePort, runTests, tool } from "./trial.mjs";

export const name = "Deploys through ssh";

const SSHD = "/usr/sbin/sshd";

async function listens(port) {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

export async function run({ tell }) {
  if (!existsSync(SSHD)) throw new CannotRun(`there is no ${SSHD} on this machine`);
  const dir = mkdtempSync(join(tmpdir(), "eventsite-sshd-"));
  const port = await freePort();
  for (const key of ["host", "user"]) tool("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", join(dir, key));
  const options = [
    ["Port", port],
    ["ListenAddress", "127.0.0.1"],
    ["HostKey", join(dir, "host")],
    ["AuthorizedKeysFile", join(dir, "user.pub")],
    ["PidFile", "none"],
    ["StrictModes", "no"],
    ["UsePAM", "no"],
    ["PasswordAuthentication", "no"],
    ["PermitRootLogin", "prohibit-password"],
  ].map(([option, value]) => `${option} ${value}`);
  writeFileSync(join(dir, "config"), `${options.join("\n")}\n`);
  if (process.getuid?.() === 0) mkdirSync("/run/sshd", { recursive: true });
  const sshd = spawn(SSHD, ["-D", "-e", "-f", join(dir, "config")], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(sshd, "exit");
  try {
    while (!(await listens(port))) {
      if (sshd.exitCode !== null) throw new CannotRun(`sshd ended: ${sshd.stderr.read()}`);
      await sleep(50);
    }
    const ssh = `ssh -i ${join(dir, "user")} -o IdentitiesOnly=yes -o StrictHostKeyChecking=accept-new -o UserKnownHostsFile=${join(dir, "known")}`;
    const host = `${userInfo().username}@127.0.0.1:${port}`;
    const { status, stderr } = spawnSync("sh", ["-c", `${ssh} -p ${port} ${host.replace(/:.*/, "")} true`], {
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`ssh does not connect: ${stderr}`);
    await runTests({
      files: ["tests/deploy/stores.test.ts"],
      env: { EVENTSITE_SSH: ssh, EVENTSITE_SSH_HOST: host },
      tell,
    });
  } finally {
    sshd.kill();
    await ended;
    rmSync(dir, { recursive: true, force: true });
  }
}
