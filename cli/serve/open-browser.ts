import { spawn } from "node:child_process";
import { delimiter } from "node:path";

/** Shows an address in the system's browser; a missing one is no error. BROWSER names others, or "none". */
export async function openBrowser(url: string): Promise<void> {
  const { BROWSER = "" } = process.env;
  if (BROWSER === "none") return;
  const commands = BROWSER.split(delimiter).filter((command) => command.trim() !== "");
  for (const command of commands) if (await startBrowser(command, url)) return;
  if (commands.length > 0) return;
  const { default: open } = await import("open");
  await open(url).catch(() => {});
}

/** BROWSER is a command with %s for the address; without %s the address is added at the end. */
function startBrowser(command: string, url: string): Promise<boolean> {
  const template = command.includes("%s") ? command : `${command} %s`;
  const [file = "", ...args] = template.trim().split(/\s+/);
  return new Promise((done) => {
    const options = { stdio: "ignore", detached: true, windowsHide: true } as const;
    const child = spawn(
      file,
      args.map((arg) => arg.replaceAll("%s", url)),
      options,
    );
    child.once("error", () => done(false));
    child.once("spawn", () => {
      child.unref();
      done(true);
    });
  });
}
