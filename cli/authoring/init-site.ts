// Writes a new site from example/. It is written beside its folder and moved there at the end, so it is complete or not there.
import * as fs from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { findProgramDir } from "../config/resolve-config.ts";
import { asBuildFailure } from "../diagnostics/as-build-failure.ts";
import { EventsiteError } from "../diagnostics/diagnostic.ts";
import { makeFolder } from "../files/make-folder.mjs";
import { writeFile } from "../files/write-file.ts";
import { latinName } from "../text/latin-name.ts";

export interface InitOptions {
  /** A folder that does not exist yet, or has nothing but .git: "harbour-walks". The site gets its name. */
  readonly folder: string;
}

export interface WrittenSite {
  /** Whether the folder belongs to a git repository already: its own, or that of a folder above. */
  readonly isInRepository: boolean;
}

/** The limit of npm for the name of a package. */
const MAX_NAME = 214;

/** Writes the example site. Rejects with USAGE for a name that npm refuses, and with BuildFailedError: NEW_EXISTS, EMIT_FAILED. */
export const initSite = ({ folder }: InitOptions): Promise<WrittenSite> =>
  asBuildFailure(async () => {
    const programDir = findProgramDir();
    const readJson = (file: string) => JSON.parse(fs.readFileSync(join(programDir, file), "utf8"));
    const manifest = readJson("cli/authoring/example/manifest.json");
    // npm only heeds the overrides of the site. With them, it leaves out the same packages as this program does.
    const { overrides } = readJson("package.json");
    const path = resolve(folder);
    const label = basename(path)
      .replace(/[-_{}\s]+/g, " ")
      .trim();
    const name = latinName(label);
    // npm does not install a package into one of the same name.
    if (name === "" || name.length > MAX_NAME || name in { eventsite: "", ...manifest.devDependencies })
      throw new EventsiteError("USAGE", `A site cannot be called "${label}".`, {
        hint: "choose another name, of Latin letters or digits, as in: eventsite init harbour-walks",
      });
    const isThere = fs.existsSync(path);
    const target = isThere ? fs.realpathSync(path) : path;
    if (isThere && !(fs.statSync(target).isDirectory() && fs.readdirSync(target).every((part) => part === ".git")))
      throw new EventsiteError("NEW_EXISTS", `There is something at ${folder} already; nothing was written.`, {
        hint: "choose a folder that is empty or not there yet",
      });
    const newDir = join(dirname(target), `.${name}.eventsite-${process.pid}`);
    let scrap = makeFolder(newDir) ?? newDir;
    try {
      for (const part of ["content", "templates", "tsconfig.json", "README.md"])
        fs.cpSync(join(programDir, "cli/authoring/example", part), join(newDir, part), { recursive: true });
      const settings = join(newDir, "content/site.yaml");
      const title = JSON.stringify(label.charAt(0).toUpperCase() + label.slice(1));
      const text = fs.readFileSync(settings, "utf8").replace(/(?<=^ {2}name: ).*/m, () => title);
      const eventsite = `file:${relative(fs.realpathSync(newDir), programDir).split(sep).join("/")}`;
      writeFile(settings, text);
      const packageJson = JSON.stringify({ name, ...manifest, dependencies: { eventsite }, overrides }, null, 2);
      writeFile(join(newDir, "package.json"), `${packageJson}\n`);
      writeFile(join(newDir, ".gitignore"), "node_modules/\ndist/\n.eventsite/\nreport.md\nchanges.html\n");
      // An empty folder stays, because a shell may be in it.
      if (isThere) for (const part of fs.readdirSync(newDir)) fs.renameSync(join(newDir, part), join(target, part));
      else fs.renameSync(newDir, target);
      scrap = newDir;
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
