import { spawn } from "node:child_process";
import { delimiter } from "node:path";

type Command = readonly [file: string, ...args: string[]];

/** Shows an address in a browser; false where there is none that could be started. BROWSER names others, or none at all. */
export async function openBrowser(
  url: string,
  environment = process.env,
  platform = process.platform,
): Promise<boolean> {
  for (const command of browsers(url, environment, platform)) if (await start(command)) return true;
  return false;
}

/** As other programs read the variable: commands that are tried in turn, with %s where the address belongs. */
function browsers(url: string, { BROWSER = "" }: NodeJS.ProcessEnv, platform: NodeJS.Platform): readonly Command[] {
  if (BROWSER === "none") return [];
  const named = BROWSER.split(delimiter).flatMap((each): Command[] => {
    const [file, ...args] = each.trim().split(/\s+/);
    if (!file) return [];
    return [each.includes("%s") ? [file, ...args.map((arg) => arg.replaceAll("%s", url))] : [file, ...args, url]];
  });
  if (named.length > 0) return named;
  if (platform === "darwin") return [["open", url]];
  if (platform === "win32") return [["explorer", url]];
  return [
    ["xdg-open", url],
    ["wslview", url],
    ["sensible-browser", url],
  ];
}

function start([file, ...args]: Command): Promise<boolean> {
  return new Promise((done) => {
    const child = spawn(file, args, { stdio: "ignore", detached: true, windowsHide: true });
    child.once("error", () => done(false));
    child.once("spawn", () => {
      child.unref();
      done(true);
    });
  });
}
