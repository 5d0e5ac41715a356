// The few questions that are put to git, and what it says where it cannot answer.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { EventsiteError } from "../../diagnostics/diagnostic.ts";

export type Git = Awaited<ReturnType<typeof openGit>>;
export type Revision = NonNullable<Awaited<ReturnType<typeof findRevision>>>;

/** `root` is the folder of the repository. Rejects with DIFF_GIT where there is no git, or the folder is in no repository. */
export async function openGit(dir: string) {
  const runIn =
    (cwd: string) =>
    async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
      const { stdout } = await promisify(execFile)("git", args, {
        cwd,
        encoding: "utf8",
        env: { ...process.env, LC_ALL: "C", ...env },
        maxBuffer: 64 * 1024 * 1024,
      });
      return stdout.trimEnd();
    };
  try {
    const root = await runIn(dir)(["rev-parse", "--show-toplevel"]);
    return { root, run: runIn(root) };
  } catch (error) {
    throw gitProblem(error, dir);
  }
}

/** By a name such as "HEAD~1", with the moment when it was committed, in ISO 8601; undefined where the repository has none. */
export async function findRevision({ run }: Git, name: string) {
  try {
    const commit = await run(["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`]);
    const at = await run(["show", "--no-patch", "--format=%cI", commit]);
    return { name, commit, at };
  } catch {
    return undefined;
  }
}

export function gitProblem(error: unknown, dir?: string): EventsiteError {
  const { code, stderr = "" } = error as NodeJS.ErrnoException & { readonly stderr?: string };
  const said = stderr.replace(/^(?:fatal|error): /, "").split("\n")[0] ?? "";
  const hint = "compare with a target: eventsite diff TARGET";
  const refuse = (message: string, before = "") => new EventsiteError("DIFF_GIT", message, { hint: before + hint });
  if (code === "ENOENT")
    return refuse("git is not installed, so earlier revisions of the content are not known.", "install git, or ");
  if (/not a git repository/.test(said))
    return refuse(`${dir} is not in a git repository, so earlier revisions of the content are not known.`);
  return refuse(`git cannot give the earlier revision: ${said || String(error)}.`);
}
