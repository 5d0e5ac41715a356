// A folder on another machine, reached by ssh: every host that rsync over ssh reaches. Nothing of ours runs there: what a shell, tar and md5sum can
// do is enough. Writes of one moment travel together, as an archive with a script that puts each file in its place by a rename.
import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { STATE_FOLDER } from "./ledger.ts";
import { endConnection, problemIn, quoted, runScript, type SshPlace } from "./ssh-command.ts";
import { type Store, type StoredFile, StoreError } from "./store.ts";
import { tarOf } from "./tar.ts";

/** Calls that come within this time travel together. */
const GATHER_MS = 5;
/** More are divided, so that the lease is renewed between them, and the line of progress moves. */
const MOST_BYTES = 8 * 1_048_576;

/** A change as a line of the script, and the bytes that it needs. */
interface Change {
  readonly command: string;
  readonly bytes?: Buffer | undefined;
}
interface Waiting extends Change {
  readonly path: string;
  done(answer: string): void;
  fail(error: unknown): void;
}

export async function openSsh({ host, folder }: Pick<SshPlace, "host" | "folder">): Promise<Store> {
  // Windows has no sockets of this kind.
  const control = process.platform === "win32" ? undefined : await mkdtemp(join(tmpdir(), "eventsite-ssh-"));
  const place: SshPlace = { host, folder, socket: control && join(control, "s") };
  let links: ReadonlySet<string> = new Set();

  /** Gives an answer for each change, in their order. */
  const apply = async (changes: readonly Change[], what: string): Promise<string[]> => {
    const lines = changes.map(({ command }, index) => `part=$P/${index}; answer ${command}`);
    const script = Buffer.from(`${SCRIPT}\n${lines.join("\n")}\n`);
    const parts = changes.flatMap(({ bytes }, index) => (bytes ? [{ name: String(index), bytes }] : []));
    const start = START.replace("ID", randomUUID());
    const said = await runScript(place, start, what, tarOf([{ name: "run", bytes: script }, ...parts]));
    const answers = said.toString("utf8").split("\n").slice(0, -1);
    if (answers.length !== changes.length) throw new StoreError("transfer", `${what} (the script was cut off)`);
    return answers;
  };

  let waiting: Waiting[] = [];
  let isRunning = false;
  const drain = async () => {
    if (isRunning) return;
    isRunning = true;
    await delay(GATHER_MS);
    while (waiting.length > 0) {
      const count = batchLength(waiting);
      const batch = waiting.slice(0, count);
      waiting = waiting.slice(count);
      const more = batch.length === 1 ? "" : ` and ${batch.length - 1} more`;
      try {
        const answers = await apply(batch, `${batch[0]?.path}${more} could not be written`);
        for (const [index, { done }] of batch.entries()) done(answers[index] ?? "");
      } catch (error) {
        for (const { fail } of batch) fail(error);
      }
    }
    isRunning = false;
  };
  const together = (path: string, change: Change): Promise<string> =>
    new Promise<string>((done, fail) => {
      waiting.push({ ...change, path, done, fail });
      void drain();
    }).then((answer) => resultIn(answer, path));

  const refuseLinks = (path: string): void => {
    for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1))
      if (links.has(path.slice(0, at))) throw new StoreError("other", `${path.slice(0, at)} is a link, not a folder`);
  };

  return {
    enforcesConditions: true,
    parallel: 400,
    async list() {
      const said = (await runScript(place, LIST, "The folder could not be listed")).toString("utf8");
      const listing = parseListing(said);
      links = listing.links;
      return listing.files;
    },
    async read(path) {
      const script = `cd "$1" 2>/dev/null && [ -f ${own(path)} ] || exit 0; echo; cat ${own(path)}`;
      const said = await runScript(place, script, `${path} could not be read`);
      if (said.length === 0) return undefined;
      const bytes = said.subarray(1);
      return { bytes, etag: md5Of(bytes) };
    },
    async write(path, bytes, _, condition) {
      refuseLinks(path);
      if (condition === undefined) await together(path, { command: `put ${own(path)}`, bytes });
      else {
        const expected = "absent" in condition ? "" : condition.etag;
        const change = { command: `put_if ${own(path)} ${quoted(expected)}`, bytes };
        // The lease cannot wait for an archive that is on its way.
        const [answer = ""] = await apply([change], `${path} could not be written`);
        resultIn(answer, path);
      }
      return md5Of(bytes);
    },
    async copy(from, to) {
      refuseLinks(to);
      return together(to, { command: `copy ${own(from)} ${own(to)}` });
    },
    async delete(path) {
      refuseLinks(path);
      await together(path, { command: `delete ${own(path)}` });
    },
    async close() {
      if (control === undefined) return;
      await endConnection(place);
      await rm(control, { recursive: true, force: true });
    },
    async tidy() {
      await runScript(place, `rm -rf "$1/${PARTS}"`, "What is left of an earlier deploy could not be deleted");
    },
  };
}

/** A name that begins with a hyphen is no option. */
const own = (path: string): string => quoted(`./${path}`);

const md5Of = (bytes: Buffer): string => createHash("md5").update(bytes).digest("hex");

function batchLength(waiting: readonly Waiting[]): number {
  let bytes = 0;
  const end = waiting.findIndex((each, index) => {
    bytes += each.bytes?.length ?? 0;
    return index > 0 && bytes > MOST_BYTES;
  });
  return end === -1 ? waiting.length : end;
}

/** "ok", with the hash of a copy, "conflict", or "failed" and why. */
function resultIn(answer: string, path: string): string {
  const [, word, rest = ""] = /^(\w+) ?(.*)$/.exec(answer) ?? [];
  if (word === "ok") return rest;
  if (word === "conflict") throw new StoreError("conflict", path);
  throw new StoreError(problemIn(rest), `${path} could not be written (${rest.trim().slice(0, 200)})`);
}

/** Names with line breaks are none of ours: their lines are not read. */
function parseListing(said: string): { files: Map<string, StoredFile>; links: Set<string> } {
  const lines = said.split("\n");
  if (lines.at(-2) !== "end") throw new StoreError("transfer", "The listing was cut off");
  const links = new Set<string>();
  const sizes = new Map<string, number>();
  const files = new Map<string, StoredFile>();
  for (const line of lines) {
    const [, first = "", path = ""] = /^\s*(\S+) [ *]?\.\/(.+)$/.exec(line) ?? [];
    if (first === "link") links.add(path);
    else if (/^\d{1,15}$/.test(first)) sizes.set(path, Number(first));
    else if (/^[0-9a-f]{32}$/.test(first))
      files.set(path, { path, size: sizes.get(path) ?? -1, etag: first, md5: first, modifiedAt: 0 });
  }
  for (const path of links) files.set(path, { path, size: -1, etag: "link", modifiedAt: 0 });
  return { files, links };
}

const PARTS = `${STATE_FOLDER}parts`;

/** In one line: some shells know no text of several lines. The folder itself is made with the first file, but not the folders around it. */
const START = `[ -d "$1" ] || mkdir "$1" || exit 1; cd "$1" && P=${PARTS}/ID && mkdir -p "$P" && tar -xof - -C "$P" && exec sh "$P/run" "$P"`;

/** By md5sum, or by md5 on BSD and macOS. */
const MD5 = 'if command -v md5sum >/dev/null 2>&1; then md5=md5sum; else md5="md5 -r"; fi';

/** Sizes come before hashes. */
const LIST = [
  '[ -d "$1" ] || { cd "$(dirname "$1")" && echo end; exit; }',
  'cd "$1" || exit 1',
  MD5,
  "find . -type l -exec printf 'link %s\\n' {} + && find . -type f -exec wc -c {} + && find . -type f -exec $md5 {} + && echo end",
].join("; ");

/** Each change prints one line. A folder in the way of a file would swallow it. */
const SCRIPT = `export LC_ALL=C
P=$1
trap 'rm -rf "$P"' EXIT
${MD5}
hash() { set -- $($md5 < "$1"); echo "$1"; }
answer() {
  if said=$("$@" 2>&1); then echo "ok $said"
  elif [ "$said" = conflict ]; then echo conflict
  else echo "failed $(echo "$said" | tr '\\n' ' ')"; fi
}
put() {
  if [ -d "$1" ]; then echo "a folder has this name"; return 1; fi
  [ -d "\${1%/*}" ] || mkdir -p "\${1%/*}" && mv -f "$part" "$1"
}
put_if() {
  guard=${STATE_FOLDER}guard
  tries=0
  until said=$(mkdir "$guard" 2>&1); do
    [ -n "$(find "$guard" -prune -mmin +0 2>/dev/null)" ] && rmdir "$guard" 2>/dev/null
    tries=$((tries + 1))
    if [ $tries -gt 90 ]; then echo "$said"; return 1; fi
    sleep 1
  done
  now=
  [ -e "$1" ] && now=$(hash "$1")
  if [ "$now" = "$2" ]; then put "$1"; else echo conflict; false; fi
  result=$?
  rmdir "$guard"
  return $result
}
copy() { cp "$1" "$part" && put "$2" && hash "$2"; }
delete() {
  if [ -d "$1" ] && [ ! -h "$1" ]; then echo "a folder has this name"; return 1; fi
  rm -f "$1" || return 1
  up=$1
  while [ "\${up%/*}" != "$up" ]; do
    up=\${up%/*}
    rmdir "$up" 2>/dev/null || break
  done
}
# A power cut must not leave an empty file under the name of a whole one.
sync "$P"/* 2>/dev/null || sync`;
