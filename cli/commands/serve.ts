import { type Command, InvalidArgumentError } from "commander";
import { serve } from "../index.ts";
import { EXIT } from "./exit-codes.ts";
import { addInputOptions, inputsOf } from "./input-options.ts";
import { createProgressLine } from "./picture-progress.ts";
import { printDiagnostics } from "./report.ts";

export function addServeCommand(program: Command, signal: AbortSignal): void {
  addInputOptions(program.command("serve").description("build the site and serve it as a static host would"))
    .option("--out <dir>", "where the site is written (default: dist)")
    .option("--port <number>", "the port to listen on", parsePort, 4321)
    .option("--host <address>", "the address to listen on", "127.0.0.1")
    .action(async (flags) => {
      const { onProgress, clear } = createProgressLine(process.stderr, () => performance.now());
      const { out: outDir, port, host } = flags;
      const server = await serve({ ...inputsOf(flags), outDir, port, host, signal, onProgress }).finally(clear);
      printDiagnostics(server.result.warnings);
      process.stdout.write(`${server.result.routes.length} pages at ${server.url} (Ctrl-C ends it)\n`);
      await interrupted(signal);
      await server.close();
      process.exitCode = EXIT.interrupted;
    });
}

function parsePort(value: string): number {
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError("A port is a number from 0 to 65535.");
  return port;
}

const interrupted = (signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    if (signal.aborted) done();
    else signal.addEventListener("abort", () => done(), { once: true });
  });
