// A shell script on another machine, run by the ssh program of this one: keys, agents, known hosts and ~/.ssh/config are its matter.
// EVENTSITE_SSH replaces the program and its options, such as "ssh -i deploy_key".
import { spawn } from "node:child_process";
import { StoreError, type StoreProblem } from "./store.ts";

export interface SshPlace {
  /** "deploy@www.example.com", or with ":2222" at its end. */
  readonly host: string;
  /** Absolute, or relative to the home of the user. */
  readonly folder: string;
  /** A socket that commands share one connection by; undefined where ssh cannot. */
  readonly socket?: string | undefined;
}

/** No questions: nobody may be there to answer them. Without a sign of life for 30 s, the connection is lost. */
const OPTIONS = ["BatchMode=yes", "ConnectTimeout=10", "ServerAliveInterval=10", "ServerAliveCountMax=3"];

/** The script runs beside the folder, which is its $1. Gives what it prints; `what` names it for a person. */
export async function runScript(place: SshPlace, script: string, what: string, input?: Buffer): Promise<Buffer> {
  const { program, args, name } = connectionTo(place);
  args.push("-T", "--", name, `exec sh -c ${quoted(script)} sh ${quoted(place.folder)}`);
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"], windowsHide: true });
  const [out, err]: Buffer[][] = [[], []];
  child.stdout.on("data", (chunk: Buffer) => out?.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err?.push(chunk));
  // It may end before it has read everything.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const code = await new Promise<number>((done, fail) => {
    child.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") fail(new StoreError("program", program, error));
      else fail(new StoreError("other", `${what} (${error.code})`, error));
    });
    child.on("close", (status, signal) => done(signal === null ? (status ?? 1) : CONNECTION));
  });
  if (code === 0) return Buffer.concat(out ?? []);
  const said = Buffer.concat(err ?? []).toString("utf8");
  const [, missing] = code === CONNECTION ? [] : (/(\S+): (?:command )?not found/i.exec(said) ?? []);
  if (missing !== undefined) throw new StoreError("program", `${missing} on ${name}`);
  throw new StoreError(
    code === CONNECTION ? connectionProblem(said) : problemIn(said),
    `${what} (${reasonIn(said) || `ssh ended with ${code}`})`,
  );
}

function connectionTo({ host, socket }: SshPlace): { program: string; args: string[]; name: string } {
  const [program = "ssh", ...given] = (process.env.EVENTSITE_SSH ?? "ssh").trim().split(/\s+/);
  const [, name = "", port] = /^(.*?)(?::(\d+))?$/.exec(host) ?? [];
  const shared = socket === undefined ? [] : ["ControlMaster=auto", `ControlPath=${socket}`, "ControlPersist=20"];
  const args = [
    ...given,
    ...[...OPTIONS, ...shared].flatMap((option) => ["-o", option]),
    ...(port === undefined ? [] : ["-p", port]),
  ];
  return { program, args, name: name.replace(/[[\]]/g, "") };
}

/** Without it, the connection would end by itself a while later. */
export async function endConnection(place: SshPlace): Promise<void> {
  const { program, args, name } = connectionTo(place);
  const child = spawn(program, [...args, "-O", "exit", "--", name, "true"], { stdio: "ignore", windowsHide: true });
  await new Promise((done) => child.on("error", done).on("close", done));
}

/** For any shell: single quotes hold everything but themselves. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** What ssh itself ends with, whatever the script would. */
const CONNECTION = 255;
const BY_WORDS: readonly (readonly [RegExp, StoreProblem])[] = [
  [/no space left|disk quota|file too large/i, "full"],
  [/permission denied|read-only file system|operation not permitted/i, "rights"],
  [/no such file or directory|can't cd/i, "bucket"],
];

/** By the words of the programs that the script calls. */
export const problemIn = (said: string): StoreProblem => BY_WORDS.find(([words]) => words.test(said))?.[1] ?? "other";

const connectionProblem = (said: string): StoreProblem =>
  /permission denied|host key|too many authentication/i.test(said) ? "credentials" : "unreachable";

/** The last line is the reason; those before are greetings and warnings. */
const reasonIn = (said: string): string => said.trim().split("\n").at(-1)?.trim().slice(0, 200) ?? "";
