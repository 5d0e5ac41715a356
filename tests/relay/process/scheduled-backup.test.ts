// The commands of the manual that a schedule runs: they make the folder, a verified copy, and room for the next ones.
import { execFile } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { projectDir } from "../../support/site/with-site.ts";
import { relayLauncher, send, withRelayFolder } from "../support/relay-process.ts";

const manual = readFileSync(join(projectDir, "relay/docs/backups.md"), "utf8");
const found = (pattern: RegExp): string => pattern.exec(manual)?.[1] ?? expect.unreachable(`${pattern}`);

/** Of the text, of a cron table on a machine, and of one that runs it in a container. A % is written \% in a cron table. */
const COMMANDS = {
  byHand: found(/```\n(file=[\s\S]*?)```/),
  systemd: found(/^7 \* \* \* \* +eventsite-relay +(.*)$/m).replaceAll("\\%", "%"),
  compose: found(/exec -T relay sh -c '(.*)'$/m).replaceAll("\\%", "%"),
};

const DAY_SECONDS = 86_400;

test("each makes its folder and a good copy, and removes copies of more than two weeks ago, but none without a new one", () =>
  withRelayFolder(async ({ folder, start, ask }) => {
    const relay = await start();
    await send(relay.url, {});
    const bin = join(folder, "bin");
    mkdirSync(bin);
    writeFileSync(join(bin, "eventsite-relay"), `#!/bin/sh\nexec "${process.execPath}" "${relayLauncher}" "$@"\n`);
    chmodSync(join(bin, "eventsite-relay"), 0o755);
    const run = (command: string, dir: string) =>
      promisify(execFile)("sh", ["-c", command.replaceAll("/data/backups", dir)], {
        cwd: folder,
        env: { PATH: `${bin}:${process.env.PATH}`, DIR: dir, RELAY_SOCKET: join(folder, ".eventsite/relay.sock") },
      });
    for (const [name, command] of Object.entries(COMMANDS)) {
      const dir = join(folder, `backups/${name}`);
      const runAt = (moment: string) => run(command.replace(/date \+\S+?\)/, `echo ${moment})`), dir);
      const aged = (days: number) => {
        const path = join(dir, `${days}-days.db`);
        writeFileSync(path, "");
        const at = Date.now() / 1000 - days * DAY_SECONDS;
        utimesSync(path, at, at);
        return path;
      };
      await run(command, dir);
      const [copy = "", ...others] = readdirSync(dir);
      expect(others, name).toEqual([]);
      expect(copy).toMatch(/^\d{4}-\d\d-\d\d-\d{4}\.db$/);
      expect(await ask("verify-backup", join(dir, copy))).toMatchObject({ ok: true, backup: { submissions: 1 } });
      await runAt("first");
      const [recent, old] = [aged(13), aged(16)];
      // A copy of this name is there already, and none is overwritten.
      await expect(runAt("first"), name).rejects.toThrow("BACKUP_FAILED");
      expect([existsSync(recent), existsSync(old)], name).toEqual([true, true]);
      await runAt("second");
      expect([existsSync(recent), existsSync(old)], name).toEqual([true, false]);
    }
  }));
