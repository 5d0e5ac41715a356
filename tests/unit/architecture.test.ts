// Who may import whom: each folder from those above it in its list, by value and by type.
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { clientOptions } from "../../cli/bundle/esbuild-options.ts";
import { listFiles } from "../support/process/files.ts";
import { projectDir } from "../support/site/with-site.ts";

interface Import {
  readonly from: string;
  /** A file of the project, or the name of a package. */
  readonly to: string;
  readonly isPackage: boolean;
  /** Gone when the program runs. */
  readonly isType: boolean;
}

const sources = ["cli", "templates", "relay"].flatMap((folder) =>
  listFiles(join(projectDir, folder))
    // The example is a site of its own.
    .filter((path) => /\.(?:tsx?|mjs)$/.test(path) && !/node_modules\/|authoring\/example\//.test(path))
    .map((path) => `${folder}/${path}`),
);

const textOf = (path: string) => readFileSync(join(projectDir, path), "utf8");

/** What templates are written with, and the program knows of them. */
const KIT = "templates/kit/index.ts";
const FOR_BUILD = "templates/kit/for-build/index.ts";
const PUBLIC_NAMES: Record<string, string> = {
  "eventsite/kit": KIT,
  "eventsite/kit/for-build": FOR_BUILD,
  "eventsite/kit/island": "templates/kit/define-island.ts",
};

const IMPORT = /^(?:import|export)\s+(type\s)?(?:([^"';]*?)\s+from\s+)?"([^"]+)"|(typeof )?\bimport\("([^"]+)"\)/gm;

/** Every import line of a file. `{ type A, type B }` brings in types alone. */
function importsOf(from: string): Import[] {
  return [...textOf(from).matchAll(IMPORT)].flatMap(
    ([, typeWord, names = "", fixed, typeofWord, dynamic]): Import[] => {
      const target = fixed ?? dynamic ?? "";
      if (target.startsWith("node:") || target.endsWith(".css")) return [];
      const members = names.replace(/^\{|\}$/g, "").split(",");
      const areTypes = names.startsWith("{") && members.every((name) => /^\s*(?:type\s|$)/.test(name));
      const isType = typeWord !== undefined || typeofWord !== undefined || areTypes;
      const isPackage = !target.startsWith(".") && !(target in PUBLIC_NAMES);
      const name = /^(?:@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? "";
      const to = PUBLIC_NAMES[target] ?? (isPackage ? name : join(dirname(from), target));
      return [{ from, to, isPackage, isType }];
    },
  );
}

const imports = sources.flatMap(importsOf);
const internal = imports.filter(({ isPackage }) => !isPackage);
const within = (folder: string) => internal.filter(({ from }) => from.startsWith(`${folder}/`));

/** What is loaded with a file: all that it imports, but for what it imports later. */
async function staticInputs(entry: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: projectDir,
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    outdir: "unused",
    packages: "external",
    platform: "node",
    format: "esm",
    jsx: "automatic",
    logLevel: "silent",
  });
  const { inputs } = metafile;
  const found = new Set([entry]);
  for (const path of found)
    for (const { path: next, kind } of inputs[path]?.imports ?? [])
      if (kind === "import-statement" && inputs[next]) found.add(next);
  return [...found];
}

const arrow = ({ from, to }: Pick<Import, "from" | "to">) => `${from} → ${to}`;

/** Each may import from those before it. The core of cli/ builds and serves a site, and knows nothing of what goes beyond it. */
const ORDERS: Readonly<Record<string, readonly string[]>> = {
  cli: [
    "templates",
    ..."launch text diagnostics work files config bundle/engines assets/cache bundle content/yaml content/markdown".split(
      " ",
    ),
    ..."content/sources content/schema content/publication content/references content/entries content/settings".split(
      " ",
    ),
    ..."routes hosting emit verify assets/images assets/fonts assets/icons assets/cards render threads pipeline serve".split(
      " ",
    ),
    ..."rewrite edit/text publish/hosts/config publish/hosts edit/cms edit/source-map edit authoring".split(" "),
    ..."publish/git publish/stores publish/live publish/deploy publish/diff/compare publish/diff/report".split(" "),
    ..."publish/diff publish/restore api".split(" "),
    // What runs in the browser knows what it asks of, by types.
    ..."client cli commands".split(" "),
  ],
  templates: [
    ..."contract kit kit/for-build look client/carousel client/toast client model components forms/values".split(" "),
    ..."forms/in-browser forms/at-build forms sections/* sections layout/not-found layout index.ts".split(" "),
  ],
  relay: [
    ..."bounces text forms requests words store/rows config store/operations observe mail store/engines store/copies".split(
      " ",
    ),
    ..."store/engines/sqlite store/engines/postgres store upkeep delivery/transports delivery service".split(" "),
    ..."http/pages http/server doctor http/desk http/call http/mailbox http/control http index.ts commands launch".split(
      " ",
    ),
  ],
};

/** "cli/publish/hosts/nginx.ts" → "publish/hosts". */
function placeOf(path: string): string {
  const [top = "", folder = "", name = "", file] = path.split("/");
  if (path === "relay/contract.ts") return "contract";
  if (/^cli\/(?:serve|edit)\/client\//.test(path)) return "client";
  if (folder === "sections" && file !== undefined) return `${folder}/${name}`;
  return dirname(path).slice(top.length + 1) || (top === "cli" ? top : folder);
}

/** Programs that start others may use all of it, and files in no folder of the relay may be used by all. */
const isFree = ({ from, to }: Import) =>
  placeOf(from) === "launch" ||
  /^cli\/eventsite\.mjs$|^relay\/(?:index\.ts|[\w-]+\.mjs)$/.test(from) ||
  /^relay\/(?!index\.)[\w-]+\.(?:m?ts|json)$/.test(to);

test.each(Object.entries(ORDERS))("%s has folders that import from those before them", (top, order) => {
  const rank = (place: string) => order.indexOf(place.replace(/^sections\/.*/, "sections/*"));
  const upwards = within(top)
    .filter((each) => !isFree(each))
    .filter(({ from, to }) => {
      const places = [from, to].map((path) =>
        top === "cli" && !path.startsWith("cli/") ? "templates" : placeOf(path),
      );
      const [place = "", other = ""] = places;
      return place !== other && !(rank(other) < rank(place));
    });
  expect(upwards.map(arrow)).toEqual([]);
});

test.each<[from: string, to: RegExp]>([
  ["cli", /^cli\/|^templates\/kit\/(?:index|for-build\/index|web-address)\.ts$|^relay\/(?:contract|loopback)\.ts$/],
  ["templates", /^templates\/|^relay\/contract\.ts$/],
  // In the repository, both programs are compiled in the same way; what is shipped of the relay is compiled already.
  ["relay", /^relay\/|^cli\/launch\//],
])("%s knows nothing of the others, but for what is said between them", (top, known) => {
  expect(
    within(top)
      .filter(({ to }) => !known.test(to))
      .map(arrow),
  ).toEqual([]);
});

test("the command line knows templates by types, the relay's programs alone are compiled by it, and its contract needs nothing", () => {
  expect(
    within("cli")
      .filter(({ to, isType }) => (to === KIT || to === FOR_BUILD) && !isType)
      .map(arrow),
  ).toEqual([]);
  expect(new Set(within("relay").flatMap(({ from, to }) => (to.startsWith("cli/") ? [from] : [])))).toEqual(
    new Set(["relay/launch/program.mjs"]),
  );
  expect(imports.filter(({ from }) => from === "relay/contract.ts")).toEqual([]);
});

test("no file imports itself in a circle, not even by types", () => {
  expect(circles(internal)).toEqual([]);
});

function circles(arrows: readonly Import[]): string[] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of arrows) targets.set(from, [...(targets.get(from) ?? []), to]);
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, trail: readonly string[]) => {
    if (trail.includes(path)) found.push([...trail.slice(trail.indexOf(path)), path].join(" → "));
    if (done.has(path) || trail.includes(path)) return;
    for (const next of targets.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of targets.keys()) visit(path, []);
  return found;
}

describe("the command line", () => {
  test("has a manual that lists its folders", () => {
    const [, list = ""] = textOf("cli/README.md").split("\n## Folders\n");
    const listed = [...list.matchAll(/^\| `([a-z/-]+)` \| \S/gm)].map(([, folder]) => `cli/${folder}`);
    const folders = new Set(sources.filter((path) => path.startsWith("cli/")).map((path) => dirname(path)));
    folders.delete("cli");
    expect(listed.sort()).toEqual([...folders].sort());
  });

  test("names no trade, no colour and no form of a site", () => {
    const words = /\b(?:venues?|artists?|testimonials?|phone numbers?|page-hero|hero-carousel|Imbue|Hanken|candle)\b/i;
    const colours = /["'`]#[0-9a-f]{6}\b|(?:["'`/]|(?<!\.)\.)downloads\b/i;
    const naming = sources
      .filter((path) => /^cli\/(?!(?:serve|edit)\/client\/)/.test(path))
      .flatMap((path) =>
        textOf(path)
          .split("\n")
          .filter((line) => words.test(line) || colours.test(line)),
      );
    expect(naming).toEqual([]);
  });

  test("ends the process in its commands only", () => {
    const ending = sources.filter((path) => /\bprocess\.(?:exit\b|exitCode\s*=)/.test(textOf(path)));
    const mayEnd = /^(?:cli|relay)\/commands\/|^cli\/launch\/|^cli\/eventsite\.mjs$|^relay\/launch\/bundle\.mjs$/;
    expect(ending.filter((path) => !mayEnd.test(path))).toEqual([]);
  });

  test("loads for a build that finds nothing changed neither stages nor other commands", async () => {
    const inputs = await staticInputs("cli/commands/build.ts");
    expect(inputs.filter((path) => path.startsWith("cli/")).length).toBeLessThan(60);
    expect(
      inputs.filter((path) =>
        /^cli\/(?:publish\/(?:deploy|diff|stores|verify)|edit|rewrite|threads|render)\/|\/yaml\//.test(path),
      ),
    ).toEqual([]);
  });

  test("loads what watches files for a watched site alone", async () => {
    expect(await staticInputs("cli/commands/serve.ts")).not.toContain("cli/serve/watch-files.ts");
  });

  test("has a public door that only hands on", () => {
    const statements = textOf("cli/index.ts")
      .replace(/^\/\/.*\n/gm, "")
      .split(";");
    expect(statements.filter((each) => !/^\s*(?:export (?:type )?\{[^}]*\} from .*)?\s*$/s.test(each))).toEqual([]);
  });
});

describe("the templates", () => {
  test("are written with the kit by its public name", () => {
    const direct = sources
      .filter((path) => path.startsWith("templates/") && !path.startsWith("templates/kit/"))
      .filter((path) => /from "\.[^"]*\/kit\/[^"]*"/.test(textOf(path)));
    expect(direct).toEqual([]);
    expect(within("templates").filter(({ to }) => to === KIT).length).toBeGreaterThan(80);
  });

  test("use zod to declare schemas and fields, and nowhere near a component", () => {
    const users = imports
      .filter(({ from, to, isType }) => to === "zod" && !isType && from.startsWith("templates/"))
      .map(({ from }) => from);
    expect(
      users.filter(
        (path) =>
          !/^templates\/(?:kit\/(?:field|form-[a-z-]+|build-settings|for-build\/[a-z-]+)|model\/[a-z-]+|sections\/[a-z-]+\/(?:schema|index))\.tsx?$/.test(
            path,
          ),
      ),
    ).toEqual([]);
    expect(users.length).toBeGreaterThan(20);
  });

  test("have a folder for each section type, with its style sheet, and a line in the list; a short section is one file", () => {
    const dir = join(projectDir, "templates/sections");
    const list = readFileSync(join(dir, "index.ts"), "utf8");
    const files = listFiles(dir);
    const folders = [
      ...new Set(files.filter((path) => path.includes("/")).map((path) => dirname(path).split("/")[0] ?? "")),
    ];
    for (const folder of folders) {
      const component = folder.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
      const isOneFile = files.includes(`${folder}/index.tsx`);
      const definition = isOneFile ? "index.tsx" : "index.ts";
      expect(files).toContain(`${folder}/${folder}.css`);
      expect(list).toContain(`"./${folder}/${definition}"`);
      if (isOneFile) continue;
      expect(files).toEqual(expect.arrayContaining([`${folder}/index.ts`, `${folder}/schema.ts`]));
      const lines = readFileSync(join(dir, folder, `${component}.tsx`), "utf8")
        .trimEnd()
        .split("\n").length;
      expect(lines, `${folder} is short enough for one file`).toBeGreaterThanOrEqual(25);
    }
  });
});

test("browsers get neither schemas nor content: no island reaches zod, the model or a section's definition", async () => {
  const islands = listFiles(join(projectDir, "templates"))
    .filter((path) => /\/island\.tsx?$/.test(path))
    .map((path) => ({
      name: basename(dirname(path)),
      path: join(projectDir, "templates", path),
      isComponent: path.endsWith("x"),
    }));
  expect(islands.length).toBeGreaterThan(0);
  const { metafile } = await build(
    clientOptions({ programDir: projectDir, templatesDir: join(projectDir, "templates"), client: "preact" }, islands),
  );
  // What is read and left out again, as the rest of the kit is, reaches nobody.
  const inputs = Object.values(metafile?.outputs ?? {}).flatMap((output) =>
    Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  expect(inputs.filter((path) => /\bzod\b|^model\/|schema\.ts$|\/index\.tsx?$|\.css$/.test(path))).toEqual([]);
  expect(inputs.some((path) => path.endsWith("client/start-islands.ts"))).toBe(true);
  const behaviour = Object.entries(metafile?.outputs ?? {}).find(([path]) => path.includes("not-found"));
  expect(behaviour?.[1].imports).toEqual([]);
});

/** Who may call a package. Its types may be named elsewhere. */
const OWNERS: Record<string, RegExp> = {
  "@aws-sdk/client-s3": /^cli\/publish\/stores\/s3-store\.ts$/,
  chokidar: /^cli\/serve\/watch-files\.ts$/,
  "launch-editor": /^cli\/edit\/open-editor\.ts$/,
  open: /^cli\/serve\/open-browser\.ts$/,
  commander: /^(?:cli|relay)\/commands\//,
  "js-yaml": /^cli\/content\/yaml\/(?:parse-nodes|read-scalar)\.ts$/,
  yaml: /^cli\/content\/yaml\/(?:explain-refusal|write-yaml)\.ts$/,
  parse5: /^cli\/(?:edit\/source-map\/page-elements|publish\/diff\/compare\/page-content)\.ts$/,
  diff: /^cli\/publish\/diff\/compare\/sequence-diff\.ts$/,
  "gray-matter": /^cli\/content\/yaml\/split-front-matter\.ts$/,
  "markdown-it": /^cli\/content\/markdown\/render-markdown\.ts$/,
  "fastest-levenshtein": /^cli\/text\/suggest\.ts$/,
  fontkit: /^cli\/assets\/fonts\/subset-fonts\.ts$/,
  "subset-font": /^cli\/assets\/fonts\/subset-fonts\.ts$/,
  esbuild: /^(?:cli\/(?:bundle\/[a-z-]+\.ts|launch\/program\.mjs)|relay\/launch\/(?:program|bundle)\.mjs)$/,
  sharp: /^cli\/assets\/images\/encoder\.ts$/,
  saxes: /^cli\/assets\/images\/sanitise-svg\.ts$/,
  "react-dom": /^(?:cli\/bundle\/engines\/react\.ts|templates\/client\/hydrate\.tsx)$/,
  "preact-render-to-string": /^(?:cli\/bundle\/engines\/preact\.ts|relay\/mail\/[a-z-]+\.tsx)$/,
  preact: /^(?:relay\/mail\/|cli\/bundle\/engines\/preact\.ts$)/,
  "@glidejs/glide": /^templates\/client\/carousel\//,
  react: /^(?:templates\/|cli\/bundle\/engines\/)/,
  "lucide-static": /^templates\/components\/Icon\.tsx$/,
  "lit-toast": /^templates\/client\/toast\/notice-toast\.ts$/,
  "lit-element": /^templates\/client\/toast\/notice-toast\.ts$/,
  zod: /^(?:templates\/|cli\/bundle\/|relay\/(?:bounces|config|forms|requests|service|words)\/)/,
  nodemailer: /^relay\/(?:delivery\/|doctor\/check-mail-server\.ts$)/,
  "postal-mime": /^relay\/(?:bounces|http\/mailbox|text)\//,
  libsql: /^relay\/store\/engines\/sqlite\//,
  pg: /^relay\/store\/engines\/postgres\//,
};

describe("every library has one owner", () => {
  test.each(Object.entries(OWNERS))("%s", (name, owner) => {
    const users = imports.filter(({ to }) => to === name);
    expect(users.length).toBeGreaterThan(0);
    expect(users.filter(({ from, isType }) => !isType && !owner.test(from)).map(arrow)).toEqual([]);
  });

  test("and there is no other library", () => {
    const strangers = imports.filter(
      ({ to, isPackage, from }) => isPackage && !(to in OWNERS) && !from.startsWith("relay/"),
    );
    expect(strangers.map(arrow)).toEqual([]);
  });

  test("and package.json lists what is used and nothing else", () => {
    const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(projectDir, "package.json"), "utf8"));
    // Fonts are files; they are named by path.
    const listed = Object.keys({ ...dependencies, ...peerDependencies }).filter(
      (name) => !name.startsWith("@fontsource-variable/"),
    );
    // Optional clients that are not installed here are loaded by name.
    const named = sources.flatMap((path) =>
      [...textOf(path).matchAll(/loadPackage<\w+>\("([^"]+)"/g)].map(([, name]) => name),
    );
    const used = new Set(
      imports.filter(({ isPackage, from }) => isPackage && !from.startsWith("relay/")).map(({ to }) => to),
    );
    expect(listed.sort()).toEqual([...used, ...named].sort());
  });
});

test("no file has a second head comment: what it is about is a file of its own", () => {
  const seams = sources.flatMap((path) =>
    [...textOf(path).matchAll(/\n\n((?:\/\/.*\n)+)\n/g)]
      .filter(({ index }) =>
        /^(?:export )?(?:const|function|async|interface|type|class)\b/m.test(textOf(path).slice(0, index)),
      )
      .map(([, comment = ""]) => `${path}: ${comment.split("\n")[0]}`),
  );
  expect(seams).toEqual([]);
});
