// example/ beside this file → a site of one's own. It is written beside the folder and then gets its name: it is complete or not there.
import * as fs from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { findProgramDir } from "../config/resolve-config.ts";
import { asBuildFailure } from "../diagnostics/as-build-failure.ts";
import { EventsiteError } from "../diagnostics/diagnostic.ts";
import { writeFile } from "../files/write-file.ts";
import { latinName } from "../text/latin-name.ts";

export interface InitOptions {
  /** A folder that is empty, but for .git, or not there yet: "harbour-walks". The site gets its name. */
  readonly folder: string;
}

export interface WrittenSite {
  /** Whether git keeps the history of the folder already: its own, or that of a folder above. */
  readonly isInRepository: boolean;
}

/** npm's limit for the name of a package. */
const MAX_NAME = 214;

/** Writes the example site. Rejects with USAGE for a name that npm refuses, and with BuildFailedError: NEW_EXISTS, EMIT_FAILED. */
export const initSite = ({ folder }: InitOptions): Promise<WrittenSite> =>
  asBuildFailure(async () => {
    const programDir = findProgramDir();
    const readJson = (file: string) => JSON.parse(fs.readFileSync(join(programDir, file), "utf8"));
    const manifest = readJson("cli/authoring/example/manifest.json");
    // npm heeds those of the site alone: a site that installs this program as a package leaves out as much as this program does.
    const { overrides } = readJson("package.json");
    const path = resolve(folder);
    const words = basename(path)
      .replace(/[-_{}\s]+/g, " ")
      .trim();
    const name = latinName(words);
    // npm installs no package into one of its own name.
    if (name === "" || name.length > MAX_NAME || name in { eventsite: "", ...manifest.devDependencies })
      throw new EventsiteError("USAGE", `A site cannot be called "${words}".`, {
        hint: "choose another name, of Latin letters or digits, as in: eventsite init harbour-walks",
      });
    const isThere = fs.existsSync(path);
    const target = isThere ? fs.realpathSync(path) : path;
    if (isThere && !(fs.statSync(target).isDirectory() && fs.readdirSync(target).every((part) => part === ".git")))
      throw new EventsiteError("NEW_EXISTS", `There is something at ${folder} already; nothing was written.`, {
        hint: "choose a folder that is empty or not there yet",
      });
    const aside = join(dirname(target), `.${name}.eventsite-${process.pid}`);
    let scrap = fs.mkdirSync(aside, { recursive: true }) ?? aside;
    try {
      for (const part of ["content", "templates", "tsconfig.json", "README.md"])
        fs.cpSync(join(programDir, "cli/authoring/example", part), join(aside, part), { recursive: true });
      const settings = join(aside, "content/site.yaml");
      const title = JSON.stringify(words.charAt(0).toUpperCase() + words.slice(1));
      const text = fs.readFileSync(settings, "utf8").replace(/(?<=^ {2}name: ).*/m, () => title);
      const eventsite = `file:${relative(fs.realpathSync(aside), programDir).split(sep).join("/")}`;
      writeFile(settings, text);
      const packageJson = JSON.stringify({ name, ...manifest, dependencies: { eventsite }, overrides }, null, 2);
      writeFile(join(aside, "package.json"), `${packageJson}\n`);
      writeFile(join(aside, ".gitignore"), "node_modules/\ndist/\n.eventsite/\nreport.md\nchanges.html\n");
      // An empty folder may be the one that a shell is in: it stays.
      if (isThere) for (const part of fs.readdirSync(aside)) fs.renameSync(join(aside, part), join(target, part));
      else fs.renameSync(aside, target);
      scrap = aside;
    } finally {
      fs.rmSync(scrap, { recursive: true, force: true });
    }
    return { isInRepository: isInRepository(target) };
  }, "nothing of the site was left there");

function isInRepository(folder: string): boolean {
  if (fs.existsSync(join(folder, ".git"))) return true;
  const above = dirname(folder);
  return above !== folder && isInRepository(above);
}
