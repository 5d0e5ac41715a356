// Runs git, and reports what it refuses.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { EventsiteError } from "../../diagnostics/diagnostic.ts";
import { argumentHint } from "../../text/suggest.ts";

/** git in a repository, whose folder is `root`. */
export interface Git {
  readonly root: string;
  /** Returns the output of a command. */
  run(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string>;
  /** The bytes of a file in a revision, with the line ends of a checkout here. The path is from the root. */
  read(revision: { readonly commit: string }, path: string): Promise<Buffer>;
}

export interface Revision {
  /** Such as "HEAD~1". */
  readonly name: string;
  readonly commit: string;
  /** When it was committed, in ISO 8601. */
  readonly at: string;
}

const MAX_BYTES = 64 * 1024 * 1024;

/** Rejects with DIFF_GIT if git is not installed, or the folder is in no repository. */
export async function openGit(dir: string): Promise<Git> {
  const runIn =
    (cwd: string) =>
    async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
      const { stdout } = await promisify(execFile)("git", args, {
        cwd,
        encoding: "utf8",
        env: { ...process.env, LC_ALL: "C", ...env },
        maxBuffer: MAX_BYTES,
      });
      return stdout.trimEnd();
    };
  try {
    const root = await runIn(dir)(["rev-parse", "--show-toplevel"]);
    return { root, run: runIn(root), read: createReader(root) };
  } catch (error) {
    throw gitProblem(error, dir);
  }
}

const createReader =
  (root: string): Git["read"] =>
  async (revision, path) => {
    const args = ["cat-file", "--filters", `${revision.commit}:${path}`];
    const { stdout } = await promisify(execFile)("git", args, { cwd: root, encoding: "buffer", maxBuffer: MAX_BYTES });
    return stdout;
  };

/** The revision with a name such as "HEAD~1"; undefined if the repository has none. */
export async function findRevision({ run }: Git, name: string): Promise<Revision | undefined> {
  try {
    const commit = await run(["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`]);
    const at = await run(["show", "--no-patch", "--format=%cI", commit]);
    return { name, commit, at };
  } catch {
    return undefined;
  }
}

const DEEPEN =
  "this clone holds only the last commits: run `git fetch --unshallow`, or set `fetch-depth: 0` where a workflow checks it out";

/** The hint for a name that is no revision. `others` are names that may be meant besides branches and tags. */
export async function hintForRevision({ run }: Git, name: string, others: readonly string[] = []) {
  const isShallow = (await run(["rev-parse", "--is-shallow-repository"])) === "true";
  if (isShallow) return DEEPEN;
  const refs = await run(["for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/remotes", "refs/tags"]);
  return argumentHint(name, [...others, ...refs.split("\n").filter(Boolean)], "there are");
}

type GitFailure = NodeJS.ErrnoException & { readonly stderr?: string };

/** The hint where git does not trust a repository because it belongs to another user, as in containers: the command that git names. */
export function trustHint(error: unknown): string | undefined {
  const { stderr = "" } = error as GitFailure;
  const command = /git config --global --add safe\.directory .+/.exec(stderr);
  return command ? `if you trust what is in it, run: ${command[0]}` : undefined;
}

/** Its `cause` is the error of git. */
export function gitProblem(error: unknown, dir?: string): EventsiteError {
  const { code, stderr = "" } = error as GitFailure;
  const reason = stderr.replace(/^(?:fatal|error): /, "").split("\n")[0] ?? "";
  const hint = "compare with a target: eventsite diff TARGET";
  const refuse = (message: string, before = "") =>
    new EventsiteError("DIFF_GIT", message, { hint: trustHint(error) ?? before + hint, cause: error });
  if (code === "ENOENT")
    return refuse("git is not installed, so earlier revisions of the content are not known.", "install git, or ");
  if (/not a git repository/.test(reason))
    return refuse(`${dir} is not in a git repository, so earlier revisions of the content are not known.`);
  if (trustHint(error) !== undefined)
    return refuse(`git does not read the repository of ${dir}, because it belongs to another user.`);
  return refuse(`git cannot give the earlier revision: ${reason || String(error)}.`);
}
