import type { Command } from "commander";
import { initSite } from "../authoring/init-site.ts";
import { printResult } from "./report.ts";

export function addInitCommand(program: Command): void {
  program
    .command("init")
    .description("write a small site with templates of its own to a new folder, to begin from")
    .argument("<folder>", "the folder, named as the site: harbour-walks")
    .option("--json", "print one JSON document about the files")
    .action(async (folder: string, flags) => {
      const { isInRepository } = await initSite({ folder });
      const quoted = /^[\w./-]+$/.test(folder) ? folder : JSON.stringify(folder);
      const commit = 'git add . && git commit -m "The site as eventsite init wrote it"';
      const lines = [
        `The site is written. To see it: cd ${quoted} && npm start`,
        `To keep its history with git, there: ${isInRepository ? commit : `git init && ${commit}`}`,
      ];
      printResult(flags.json, { folder }, `${lines.join("\n")}\n`);
    });
}
