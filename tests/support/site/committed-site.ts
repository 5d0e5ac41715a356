// A site in a git repository of its own.
import { execFileSync } from "node:child_process";

const WHO = ["-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false"];

export const git = (root: string, ...args: readonly string[]): string =>
  execFileSync("git", [...WHO, ...args], { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

/** Commits all that is there; makes the repository first where there is none. */
export function commitAll(root: string, message = "content"): void {
  git(root, "init", "--quiet", "--initial-branch=main");
  git(root, "add", "--all");
  git(root, "commit", "--quiet", "--allow-empty", `--message=${message}`);
}
