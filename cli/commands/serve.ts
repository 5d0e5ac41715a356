import { once } from "node:events";
import { type Command, InvalidArgumentError } from "commander";
import { type ServeOptions, serve } from "../api/serve.ts";
import type { SiteUpdate } from "../serve/serve-site.ts";
import { addInputOptions, asOption, type InputFlags, inputsOf } from "./input-options.ts";
import { createProgressLine } from "./progress-line.ts";
import { EXIT, printDiagnostics } from "./report.ts";
import { createUpdateReporter } from "./update-reporter.ts";

export interface ServeFlags extends InputFlags, Pick<ServeOptions, "as" | "edit" | "open" | "watch"> {
  readonly out?: string;
  readonly port: number;
  readonly host: string;
  readonly allowHost?: readonly string[];
}

export const addServeOptions = (command: Command): Command =>
  addInputOptions(command)
    .option(
      "--out <dir>",
      "where the site is written, too (default: a folder of its own in .eventsite, and nowhere with --watch)",
    )
    .option("--watch", "rebuild when content or templates change, and refresh open pages")
    .option("--edit", "change texts in the open pages, only on this machine; implies --watch")
    .option("--open", "show the site in the browser (BROWSER names another one)")
    .addOption(asOption("answer as this host would; for the finished site, without --watch"))
    .option("--port <number>", "the port to listen on", parsePort, 4321)
    .option("--host <address>", "the address to listen on", parseHost, "127.0.0.1")
    .option(
      "--allow-host <name>",
      "also answer to this name, of a proxy or a tunnel; may be given several times",
      collectHost,
    );

export function addServeCommand(program: Command, signal: AbortSignal): void {
  addServeOptions(program.command("serve").description("build the site and serve it as a static host would")).action(
    async (flags) => {
      await serveUntil(signal, flags, `(${stateText(flags)}Ctrl-C ends it)`);
      process.exitCode = EXIT.interrupted;
    },
  );
}

function stateText({ as, watch, edit }: ServeFlags): string {
  const host = as ? `as ${as}; ` : "";
  const watching = watch || edit ? "watching; " : "";
  const editing = edit ? "texts can be changed in the pages; " : "";
  return host + watching + editing;
}

/** Serves and reports until the signal aborts. `behind` is printed behind the site's address, and then `onUp` called with it. */
export async function serveUntil(
  signal: AbortSignal,
  flags: ServeFlags,
  behind: string,
  onUp?: (url: string) => Promise<void>,
): Promise<void> {
  const { onProgress, clear } = createProgressLine();
  const { out: outDir, port, host, allowHost: allowedHosts, edit, open } = flags;
  const report = createUpdateReporter();
  const onUpdate = (update: SiteUpdate) => {
    clear();
    const { news, issue } = report(update);
    if (issue !== "") process.stderr.write(`${issue}\n\n`);
    for (const line of news) process.stdout.write(`${line}\n`);
  };
  const server = await serve({
    ...inputsOf(flags),
    outDir,
    signal,
    onProgress,
    port,
    host,
    allowedHosts,
    watch: flags.watch || edit,
    edit,
    open,
    onUpdate,
    as: flags.as,
  }).finally(clear);
  if (server.result) printDiagnostics(server.result.warnings);
  process.stdout.write(`${server.pages} pages at ${server.url} ${behind}\n`);
  if (edit && !server.isLocal)
    process.stdout.write("Other machines can see the pages; texts can only be saved on this machine.\n");
  await onUp?.(server.url);
  if (!signal.aborted) await once(signal, "abort");
  await server.close();
}

/** Without a name Node would listen on every address of the machine. */
function parseHost(value: string): string {
  if (value.trim() === "") throw new InvalidArgumentError("An address is a name or a number such as 127.0.0.1.");
  return value.trim();
}

function collectHost(value: string, others: readonly string[] = []): readonly string[] {
  if (!/^[^\s/:@]+$/.test(value)) throw new InvalidArgumentError("Write the name alone, such as studio.example.com.");
  return [...others, value];
}

function parsePort(value: string): number {
  const port = readPort(value);
  if (port === undefined) throw new InvalidArgumentError(PORT_RANGE);
  return port;
}

export const PORT_RANGE = "A port is a number from 0 to 65535.";

/** Undefined if the text is not the number of a port; 0 lets the system choose. */
export function readPort(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined;
}
