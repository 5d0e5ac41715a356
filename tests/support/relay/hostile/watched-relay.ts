// The relay's real command in a process of its own, which says what it holds.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** After a collection; bytes. */
export interface Memory {
  readonly held: number;
  readonly rss: number;
  /** Open lines, timers and the like. */
  readonly resources: number;
}

export interface WatchedRelay {
  readonly port: number;
  readonly child: ChildProcess;
  /** All that it has written. */
  said(): string;
  hasEnded(): boolean;
  /** How many seconds its event loop has seen; fewer than passed where the machine gives it no time, none more where it hangs. */
  seconds(): number;
  memory(): Promise<Memory>;
}

/** `program`: the file that Node runs. Rejects with what it said where it ends instead of taking requests. */
export async function startWatchedRelay(
  program: string,
  folder: string,
  reporter: string,
  env: Readonly<Record<string, string>> = {},
): Promise<WatchedRelay> {
  const child = spawn(process.execPath, ["--import", pathToFileURL(reporter).href, program], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      PATH: process.env.PATH ?? "",
      HOME: folder,
      PORT: "0",
      RELAY_STORE_URL: `sqlite:${join(folder, "relay.db")}`,
      RELAY_MAIL_URL: `maildir:${join(folder, "mail")}`,
      RELAY_SOCKET: join(folder, "relay.sock"),
      RELAY_RATE_LIMIT: "off",
      RELAY_RATE_LIMIT_ADDRESS: "off",
      RELAY_RATE_LIMIT_OVERALL: "off",
      LOG_LEVEL: "error",
      ...env,
    },
  });
  let said = "";
  let hasEnded = false;
  let seconds = 0;
  let onMemory = (_: Memory) => {};
  child.on("message", (message: "second" | { readonly memory: Memory }) => {
    if (message === "second") seconds += 1;
    else onMemory(message.memory);
  });
  const ended = once(child, "exit").then(() => {
    hasEnded = true;
  });
  const port = await new Promise<number>((resolve, reject) => {
    const read = (text: string) => {
      said += text;
      const [, found] = /takes requests at \S+:(\d+)/.exec(said) ?? [];
      if (found !== undefined) resolve(Number(found));
    };
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", read);
    void ended.then(() => reject(new Error(`the relay ended before it took requests:\n${said}`)));
  });
  return {
    port,
    child,
    said: () => said,
    hasEnded: () => hasEnded,
    seconds: () => seconds,
    memory: () =>
      new Promise((resolve) => {
        onMemory = resolve;
        child.send("memory");
      }),
  };
}
