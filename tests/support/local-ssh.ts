// In the place of ssh: the command of the other machine, run on this one.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Gives the path of the program, for EVENTSITE_SSH. `first` is done before each command. */
export function writeLocalSsh(dir: string, first = ""): string {
  const path = join(dir, `ssh-${++written}`);
  const script = `#!/bin/sh\n${first}\nwhile [ "$1" != -- ]; do [ "$1" != -O ] || exit 0; shift; done\nshift 2\ncd "${dir}" && exec sh -c "$*"\n`;
  writeFileSync(path, script, { mode: 0o755 });
  return path;
}

let written = 0;
