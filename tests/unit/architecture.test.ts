// Who may import whom: the arrows of the architecture, read from what is bundled (run time) and from every import line (types too).
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { findIslands } from "../../cli/bundle/bundle-client.ts";
import { clientOptions } from "../../cli/bundle/esbuild-options.ts";
import { listFiles } from "../support/files.ts";
import { projectDir } from "../support/with-site.ts";

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
    .filter((path) => /\.(?:tsx?|mjs)$/.test(path) && !path.includes("node_modules/"))
    .map((path) => `${folder}/${path}`),
);

/** What templates are written with, and the program knows of them. */
const KIT = "templates/kit/index.ts";

const IMPORT = /^(?:import|export)\s+(type\s)?(?:([^"';]*?)\s+from\s+)?"([^"]+)"|(typeof )?\bimport\("([^"]+)"\)/gm;

/** What a file imports or hands on of the project's own values. */
const VALUES = /^(?:import|export) \{([^}]*)\} from "(\.[^"]+)"/gm;

/** Every import line of a file. `{ type A, type B }` brings in types alone. */
function importsOf(from: string): Import[] {
  const text = readFileSync(join(projectDir, from), "utf8");
  return [...text.matchAll(IMPORT)].flatMap(([, typeWord, names, fixed, typeofWord, dynamic]): Import[] => {
    const target = fixed ?? dynamic ?? "";
    if (target.startsWith("node:") || target.endsWith(".css")) return [];
    const members = /^\{(.*)\}$/s
      .exec(names ?? "")?.[1]
      ?.split(",")
      .map((name) => name.trim())
      .filter(Boolean);
    const isType =
      typeWord !== undefined ||
      typeofWord !== undefined ||
      (members?.every((name) => name.startsWith("type ")) ?? false);
    if (target === "eventsite/kit") return [{ from, to: KIT, isPackage: false, isType }];
    if (target === "eventsite/kit/island")
      return [{ from, to: "templates/kit/define-island.ts", isPackage: false, isType }];
    if (target.startsWith(".")) return [{ from, to: join(dirname(from), target), isPackage: false, isType }];
    return [
      {
        from,
        to: target
          .split("/")
          .slice(0, target.startsWith("@") ? 2 : 1)
          .join("/"),
        isPackage: true,
        isType,
      },
    ];
  });
}

const imports = sources.flatMap(importsOf);
const internal = imports.filter(({ isPackage }) => !isPackage);

/** What esbuild puts together from an entry: the truth about run time. */
async function bundled(entryPoints: string[], external: string[] = []) {
  const { metafile } = await build({
    absWorkingDir: projectDir,
    entryPoints,
    bundle: true,
    write: false,
    metafile: true,
    outdir: "unused",
    packages: "external",
    external,
    platform: "node",
    format: "esm",
    jsx: "automatic",
    logLevel: "silent",
  });
  return metafile.inputs;
}

/** What is loaded with a file: all that it imports, but for what it imports later. */
async function staticInputs(entry: string): Promise<string[]> {
  const inputs = await bundled([entry]);
  const found = new Set([entry]);
  for (const path of found)
    for (const { path: next, kind } of inputs[path]?.imports ?? [])
      if (kind === "import-statement" && inputs[next]) found.add(next);
  return [...found];
}

const program = await bundled(["cli/commands/main.ts", "cli/index.ts", "cli/entries/worker.ts"]);
const templateProgram = await bundled(["templates/index.ts"]);

/** The part of the command line that a file belongs to is its folder; what is not of the command line is named by its top folder. */
const partOf = (path: string): string =>
  path.startsWith("cli/") ? dirname(path).slice("cli/".length) || "cli" : (path.split("/")[0] ?? "");

/** The parts that the public API is made of. */
const PUBLIC = [
  "authoring",
  "deploy",
  "diagnostics",
  "diff",
  "hosts",
  "hosts/config",
  "live",
  "pipeline",
  "routes",
  "serve",
  "visual",
];

/** The folders of cli/, and what each may use while the program runs. A stage calls stages above it at most; the pipeline alone knows their order. */
const MAY_CALL: Record<string, readonly string[]> = {
  diagnostics: [],
  routes: ["diagnostics"],
  // What hosts do, as data and rules, and what of a planned site would not work there.
  hosts: [
    "config",
    "content",
    "content/yaml",
    "diagnostics",
    "emit",
    "hosts/config",
    "pipeline",
    "render",
    "routes",
    "serve",
  ],
  "hosts/config": ["emit", "hosts", "render", "routes"],
  config: ["diagnostics"],
  "content/yaml": ["diagnostics"],
  content: ["config", "content/yaml", "diagnostics"],
  bundle: ["config", "diagnostics", "emit", "launch"],
  // Compiled together with the templates, never with the program.
  "bundle/engines": [],
  verify: ["content", "content/yaml", "diagnostics"],
  // Defines the files of a site, which the stages below make.
  emit: ["config", "diagnostics", "routes"],
  "assets/cache": ["emit"],
  "assets/images": ["assets/cache", "content", "content/yaml", "diagnostics", "emit"],
  "assets/icons": ["assets/images", "emit"],
  "assets/fonts": ["assets/cache", "diagnostics", "emit"],
  "assets/cards": ["assets/fonts", "assets/images", "diagnostics", "emit"],
  "assets/pdf": ["assets/cache", "content", "emit"],
  // Pieces that pages share are scanned once, where they are rendered.
  render: ["assets/cards", "assets/images", "content", "emit", "routes", "verify"],
  // The stages of one entry, in this thread or in another.
  entries: ["bundle", "config", "content", "content/yaml", "diagnostics", "emit", "render"],
  pipeline: [
    "assets/cards",
    "assets/fonts",
    "assets/icons",
    "assets/images",
    "assets/pdf",
    "bundle",
    "config",
    "content",
    "content/yaml",
    "diagnostics",
    "emit",
    "entries",
    "launch",
    "render",
    "routes",
    "verify",
  ],
  // Asks a live site; nothing of the pipeline knows it.
  live: ["config", "diagnostics", "emit", "hosts", "hosts/config", "pipeline", "render", "routes", "serve"],
  // For those who write: starters, names, lists of fields, what a page is made of, all that is wrong before it is published.
  authoring: ["bundle", "config", "content", "content/yaml", "diagnostics", "entries", "hosts", "pipeline", "render"],
  // From the built site to where visitors see it.
  deploy: ["authoring", "config", "content", "content/yaml", "diagnostics", "emit", "hosts", "pipeline", "routes"],
  // Two sites side by side, from wherever they come.
  diff: ["config", "deploy", "diagnostics", "diff/report", "emit", "pipeline", "routes"],
  // Draws what was compared; knows the two sites by their files.
  "diff/report": ["assets/images", "diff", "emit", "render"],
  // Beside the pipeline, which does not know it.
  "visual/source-map": ["content", "content/yaml", "emit", "render"],
  "visual/edit": ["config", "content", "content/yaml", "diagnostics", "emit"],
  visual: ["config", "diagnostics", "emit", "hosts", "pipeline", "serve", "visual/edit", "visual/source-map"],
  serve: ["bundle", "config", "diagnostics", "emit", "pipeline", "routes"],
  // Runs in the browser.
  "serve/client": [],
  cli: PUBLIC,
  // Only what the public API exports, from where it is: a command then loads its own part of the program.
  commands: PUBLIC,
  launch: [],
};

/** Whose types a part may name besides: the data it is given, and the contract with templates/. */
const MAY_NAME: Record<string, readonly string[]> = {
  "content/yaml": ["content"],
  content: ["templates"],
  routes: ["diagnostics"],
  bundle: ["templates"],
  verify: ["routes"],
  "assets/images": ["templates"],
  "assets/icons": ["templates"],
  "assets/fonts": ["templates"],
  "assets/cards": ["templates"],
  "assets/pdf": ["templates"],
  render: ["bundle", "templates"],
  entries: ["assets/cards", "assets/images", "templates", "verify"],
  "visual/source-map": ["bundle", "pipeline", "templates"],
  "visual/edit": ["bundle", "entries", "templates"],
  visual: ["pipeline"],
  pipeline: ["templates"],
  authoring: ["routes", "templates"],
  "serve/client": ["serve", "visual/edit", "visual/source-map"],
  cli: ["config", "emit"],
  commands: ["cli"],
};

/** Plain Node: what npm starts, before anything is compiled. */
const isLauncher = (path: string) => partOf(path) === "launch" || path === "cli/eventsite.mjs";

const arrow = ({ from, to }: Pick<Import, "from" | "to">) => `${from} → ${to}`;

describe("the command line", () => {
  const inside = internal.filter(({ from }) => from.startsWith("cli/"));

  test("has the folders of the table and no others", () => {
    const parts = new Set(sources.filter((path) => path.startsWith("cli/")).map(partOf));
    expect([...parts].sort()).toEqual(Object.keys(MAY_CALL).sort());
  });

  test("has a manual that lists the same folders", () => {
    const [, list = ""] = readFileSync(join(projectDir, "cli/README.md"), "utf8").split("\n## Folders\n");
    const listed = [...list.matchAll(/^\| `([a-z/-]+)` \| \S/gm)].map(([, folder = ""]) => folder);
    // The root holds the public API and the launcher alone.
    expect(listed.sort()).toEqual(
      Object.keys(MAY_CALL)
        .filter((folder) => folder !== "cli")
        .sort(),
    );
  });

  test("has parts that call only what the table names", () => {
    const wrong = inside.filter(({ from, to, isType }) => {
      const [part, other] = [partOf(from), partOf(to)];
      return !isType && part !== other && !isLauncher(from) && !MAY_CALL[part]?.includes(other);
    });
    expect(wrong.map(arrow)).toEqual([]);
  });

  test("names types of those, of diagnostics and of the kit only", () => {
    const wrong = inside.filter(({ from, to, isType }) => {
      const [part, other] = [partOf(from), partOf(to)];
      return (
        isType &&
        part !== other &&
        ![...(MAY_CALL[part] ?? []), ...(MAY_NAME[part] ?? []), "diagnostics"].includes(other)
      );
    });
    expect(wrong.map(arrow)).toEqual([]);
  });

  test("has a core that does not know what is beyond it, not even by types", () => {
    const beyond = ["authoring", "deploy", "diff", "hosts", "live", "visual"];
    const isBeyond = (path: string) => beyond.includes(partOf(path).split("/")[0] ?? "");
    const isEdge = (path: string) => ["cli", "commands", "serve/client"].includes(partOf(path));
    const wrong = inside.filter(({ from, to }) => isBeyond(to) && !isBeyond(from) && !isEdge(from));
    expect(wrong.map(arrow)).toEqual([]);
  });

  test("knows templates by the types of its kit, and nothing of the relay", () => {
    const outside = inside.filter(({ to }) => !to.startsWith("cli/"));
    expect(outside.filter(({ to, isType }) => !isType || to !== KIT).map(arrow)).toEqual([]);
    expect(Object.keys(program).filter((path) => !path.startsWith("cli/"))).toEqual([]);
  });

  test("names no trade, no colour and no form of a site", () => {
    const words = /\b(?:venues?|artists?|testimonials?|phone numbers?|page-hero|hero-carousel|Imbue|Hanken|candle)\b/i;
    const naming = sources
      .filter((path) => path.startsWith("cli/") && !path.startsWith("cli/serve/client/"))
      .flatMap((path) =>
        readFileSync(join(projectDir, path), "utf8")
          .split("\n")
          .filter((line) => words.test(line) || /["'`]#[0-9a-f]{6}\b|(?:["'`/]|(?<!\.)\.)downloads\b/i.test(line))
          .map((line) => `${path}: ${line.trim()}`),
      );
    expect(naming).toEqual([]);
  });

  test("is bundled with the imports of its lines", () => {
    const reported = new Set(inside.filter(({ isType }) => !isType).map(arrow));
    const bundledArrows = Object.entries(program).flatMap(([from, { imports: found }]) =>
      found.filter(({ external }) => !external).map(({ path }) => arrow({ from, to: path })),
    );
    expect(bundledArrows.length).toBeGreaterThan(80);
    expect(bundledArrows.filter((each) => !reported.has(each))).toEqual([]);
  });

  test("ends the process in its commands only", () => {
    const ending = sources.filter((path) =>
      /\bprocess\.(?:exit\b|exitCode\s*=)/.test(readFileSync(join(projectDir, path), "utf8")),
    );
    const mayEnd = (path: string) =>
      /^(?:cli|relay)\/commands\//.test(path) || isLauncher(path) || path === "relay/bundle.mjs";
    expect(ending.filter((path) => !mayEnd(path))).toEqual([]);
  });

  test("gives scripts all that its public API declares", async () => {
    const [declared, given] = await Promise.all([import("../../cli/index.ts"), import("eventsite")]);
    expect(Object.keys(given).sort()).toEqual(Object.keys(declared).sort());
    expect(Object.entries(given).filter(([, value]) => value === undefined)).toEqual([]);
  });

  test("has commands that call the public API alone", () => {
    const [door = [], called = []] = ["cli/index.ts", "cli/commands"].map((place) =>
      sources
        .filter((path) => path.startsWith(place))
        .flatMap((path) =>
          [...readFileSync(join(projectDir, path), "utf8").matchAll(VALUES)].flatMap(([, names = "", from = ""]) =>
            names
              .split(",")
              .map((name) => name.trim())
              .filter((name) => name !== "" && !name.startsWith("type "))
              .map((name) => `${join(dirname(path), from)} ${name}`),
          ),
        ),
    );
    expect(called.filter((name) => !name.startsWith("cli/commands/") && !door.includes(name))).toEqual([]);
  });

  test("loads for a build that finds nothing changed neither stages nor other commands", async () => {
    const inputs = await staticInputs("cli/commands/build.ts");
    expect(inputs.filter((path) => path.startsWith("cli/")).length).toBeLessThan(60);
    expect(inputs.filter((path) => /^cli\/(?:deploy|diff|visual|entries|render)\/|\/yaml\//.test(path))).toEqual([]);
  });

  test("loads what watches files for a watched site alone", async () => {
    expect(await staticInputs("cli/commands/serve.ts")).not.toContain("cli/serve/watch-files.ts");
  });

  test("has a public door that only hands on", () => {
    const door = readFileSync(join(projectDir, "cli/index.ts"), "utf8").replace(/^\/\/.*\n/gm, "");
    expect(
      door
        .split(";")
        .map((statement) => statement.trim())
        .filter((statement) => statement !== "" && !/^export (?:type )?\{[^}]*\} from /s.test(statement)),
    ).toEqual([]);
  });
});

describe("the templates", () => {
  const inside = internal.filter(({ from }) => from.startsWith("templates/"));
  const CONTRACT = "relay/contract.ts";

  /** "sections/cards", or the folder, or the file that is in no folder. */
  const placeOf = (path: string): string => {
    const [, folder = "", name = "", file] = path.split("/");
    if (path === CONTRACT) return "contract";
    if (folder === "sections") return file === undefined ? "section list" : `section ${name}`;
    return folder;
  };
  const MAY_USE: Record<string, readonly string[]> = {
    kit: [],
    model: ["kit", "contract"],
    client: ["kit"],
    components: ["kit", "model", "client"],
    forms: ["kit", "model", "client", "components", "contract"],
    section: ["kit", "model", "components", "forms", "client"],
    layout: ["kit", "model", "components", "section list"],
    "index.ts": ["kit", "model", "layout", "section list", "components", "forms"],
  };

  test("keep to their own arrows, and no section imports another", () => {
    const wrong = inside.filter(({ from, to }) => {
      const [place, other] = [placeOf(from), placeOf(to)];
      if (place === other || (place === "section list" && other.startsWith("section "))) return false;
      return !MAY_USE[place.startsWith("section ") ? "section" : place]?.includes(other);
    });
    expect(wrong.map(arrow)).toEqual([]);
  });

  test("are written with the kit by its public name", () => {
    const direct = sources
      .filter((path) => path.startsWith("templates/") && !path.startsWith("templates/kit/"))
      .filter((path) => /from "\.[^"]*\/kit\/[^"]*"/.test(readFileSync(join(projectDir, path), "utf8")));
    expect(direct).toEqual([]);
    expect(inside.filter(({ to }) => to === KIT).length).toBeGreaterThan(80);
  });

  test("never import the command line, and of the relay its contract only", () => {
    const outside = inside.filter(({ to }) => !to.startsWith("templates/"));
    expect(outside.filter(({ to }) => to !== CONTRACT).map(arrow)).toEqual([]);
    expect(Object.keys(templateProgram).filter((path) => !path.startsWith("templates/") && path !== CONTRACT)).toEqual(
      [],
    );
  });

  test("need nothing of Node", () => {
    const needing = sources.filter(
      (path) => path.startsWith("templates/") && /from "node:/.test(readFileSync(join(projectDir, path), "utf8")),
    );
    expect(needing).toEqual([]);
  });

  test("use zod to declare schemas and fields, and nowhere near a component", () => {
    const users = imports
      .filter(({ from, to, isType }) => to === "zod" && !isType && from.startsWith("templates/"))
      .map(({ from }) => from);
    expect(
      users.filter(
        (path) =>
          !/^templates\/(?:kit\/(?:field|check-value|json-schema|build-settings)|model\/[a-z-]+|sections\/[a-z-]+\/schema)\.ts$/.test(
            path,
          ),
      ),
    ).toEqual([]);
    expect(users.length).toBeGreaterThan(20);
  });

  test("have a folder for each section type, with its schema, its component and its style sheet, and a line in the list", () => {
    const list = readFileSync(join(projectDir, "templates/sections/index.ts"), "utf8");
    const files = listFiles(join(projectDir, "templates/sections"));
    const folders = [
      ...new Set(files.filter((path) => path.includes("/")).map((path) => dirname(path).split("/")[0] ?? "")),
    ];
    for (const folder of folders) {
      const component = folder.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
      for (const file of ["index.ts", "schema.ts", `${folder}.css`, `${component}.tsx`])
        expect(files).toContain(`${folder}/${file}`);
      expect(list).toContain(`"./${folder}/index.ts"`);
    }
  });
});

test("browsers get neither schemas nor content: no island reaches zod, the model or a section's definition", async () => {
  const islands = findIslands(join(projectDir, "templates"));
  expect(islands.length).toBeGreaterThan(0);
  const { metafile } = await build(
    clientOptions({ programDir: projectDir, templatesDir: join(projectDir, "templates"), client: "preact" }, islands),
  );
  // What is read and left out again, as the rest of the kit is, reaches nobody.
  const inputs = Object.values(metafile?.outputs ?? {}).flatMap((output) =>
    Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  expect(inputs.filter((path) => /\bzod\b|^model\/|schema\.ts$|\/index\.ts$|\.css$/.test(path))).toEqual([]);
  expect(inputs.some((path) => path.endsWith("client/start-islands.ts"))).toBe(true);
  const behaviour = Object.entries(metafile?.outputs ?? {}).find(([path]) => path.includes("not-found"));
  expect(behaviour?.[1].imports).toEqual([]);
});

test("the relay's contract imports nothing, and nothing else imports the relay", () => {
  expect(imports.filter(({ from }) => from === "relay/contract.ts")).toEqual([]);
  const strangers = internal.filter(
    ({ from, to }) => !from.startsWith("relay/") && to.startsWith("relay/") && to !== "relay/contract.ts",
  );
  expect(strangers.map(arrow)).toEqual([]);
  const outside = internal.filter(({ from, to }) => from.startsWith("relay/") && !to.startsWith("relay/"));
  // In the repository, both programs are compiled in the same way; what is shipped of the relay is compiled already.
  expect(
    outside.filter(({ from, to }) => !(from === "relay/program.mjs" && partOf(to) === "launch")).map(arrow),
  ).toEqual([]);
});

describe("the relay", () => {
  const inside = internal.filter(({ from, to }) => from.startsWith("relay/") && to.startsWith("relay/"));
  const placeOf = (path: string): string => {
    const [, folder = "", file] = path.split("/");
    return file === undefined ? folder : file.endsWith(".mjs") ? "launcher" : folder;
  };

  /** By run time and by type alike. A part may use what is in no folder but the doors. */
  const MAY_USE: Record<string, readonly string[]> = {
    mail: [],
    store: ["mail"],
    operators: ["mail", "store"],
    requests: ["mail", "operators", "store"],
    delivery: ["mail", "operators", "store"],
    service: ["mail", "operators", "requests", "store"],
    http: ["mail", "operators", "requests", "service", "store"],
    commands: ["delivery", "mail", "operators", "requests", "service", "store", "index.ts"],
    config: ["mail", "operators", "requests"],
  };
  const FREE = [
    "contract.ts",
    "clock.ts",
    "errors.ts",
    "config",
    "client-address.ts",
    "version.ts",
    "parse-json.ts",
    "package.json",
  ];
  const DOORS = ["index.ts", "bin.ts", "program.mjs", "bundle.mjs", "bundle-options.mjs", "eventsite-relay.mjs"];

  test("has parts that use only what the table names", () => {
    const wrong = inside.filter(({ from, to }) => {
      const [place, other] = [placeOf(from), placeOf(to)];
      return place !== other && !DOORS.includes(place) && !FREE.includes(other) && !MAY_USE[place]?.includes(other);
    });
    expect(wrong.map(arrow)).toEqual([]);
  });
});

describe("no file imports itself in a circle", () => {
  test.each([
    ["while the program runs", internal.filter(({ isType }) => !isType)],
    ["not even by types", internal],
  ])("%s", (_, arrows) => {
    expect(circles(arrows)).toEqual([]);
  });
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

/** Who may call a package; its types may be named by the others beside it. */
const OWNERS: readonly { readonly name: string; readonly owner: RegExp; readonly types?: RegExp }[] = [
  { name: "@aws-sdk/client-s3", owner: /^cli\/deploy\/s3-store\.ts$/ },
  { name: "chokidar", owner: /^cli\/serve\/watch-files\.ts$/ },
  { name: "launch-editor", owner: /^cli\/visual\/open-editor\.ts$/ },
  { name: "open", owner: /^cli\/serve\/open-browser\.ts$/ },
  { name: "commander", owner: /^(?:cli|relay)\/commands\// },
  {
    name: "yaml",
    owner: /^cli\/content\/yaml\/|^cli\/visual\/edit\/(?:find-scalar|find-removals|edit-source)\.ts$/,
  },
  {
    name: "parse5",
    owner: /^cli\/(?:visual\/source-map\/parse-page|diff\/page-facts)\.ts$/,
    types: /^cli\/diff\/page-(?:files|head)\.ts$/,
  },
  { name: "diff", owner: /^cli\/diff\/segments\.ts$/ },
  { name: "js-yaml", owner: /^cli\/content\/yaml\/load-yaml\.ts$/ },
  { name: "gray-matter", owner: /^cli\/content\/yaml\/split-front-matter\.ts$/ },
  {
    name: "markdown-it",
    owner: /^cli\/content\/render-markdown\.ts$/,
    types: /^cli\/visual\/source-map\/mark-markdown\.ts$/,
  },
  { name: "fastest-levenshtein", owner: /^cli\/diagnostics\/suggest\.ts$/ },
  { name: "fontkit", owner: /^cli\/assets\/fonts\/subset-fonts\.ts$/, types: /^cli\/assets\/fonts\// },
  { name: "subset-font", owner: /^cli\/assets\/fonts\/subset-fonts\.ts$/ },
  { name: "esbuild", owner: /^(?:cli\/(?:bundle\/[a-z-]+\.ts|launch\/program\.mjs)|relay\/(?:program|bundle)\.mjs)$/ },
  { name: "image-size", owner: /^cli\/assets\/images\/read-header\.ts$/ },
  { name: "sharp", owner: /^cli\/assets\/images\/load-sharp\.ts$/ },
  { name: "saxes", owner: /^cli\/assets\/images\/sanitise-svg\.ts$/ },
  { name: "react-dom", owner: /^(?:cli\/bundle\/engines\/react\.ts|templates\/client\/hydrate\.tsx)$/ },
  {
    name: "preact-render-to-string",
    owner: /^(?:cli\/bundle\/engines\/preact\.ts|relay\/(?:mail|operators)\/[a-z-]+\.tsx?)$/,
  },
  { name: "preact", owner: /^(?:relay\/(?:mail\/|operators\/|http\/mailbox\.tsx$)|cli\/bundle\/engines\/preact\.ts$)/ },
  { name: "@glidejs/glide", owner: /^templates\/client\/carousel\// },
  {
    name: "@react-pdf/renderer",
    owner: /^cli\/assets\/pdf\/render-pdf\.ts$/,
    types: /^templates\/kit\/pdf-look\.ts$/,
  },
  {
    name: "react",
    owner: /^(?:templates\/|cli\/bundle\/engines\/|cli\/assets\/pdf\/render-pdf\.ts$)/,
    types: /^cli\/bundle\//,
  },
  { name: "lucide-static", owner: /^templates\/components\/Icon\.tsx$/ },
  { name: "lit-toast", owner: /^templates\/client\/toast\/notice-toast\.ts$/ },
  { name: "lit-element", owner: /^templates\/client\/toast\/notice-toast\.ts$/ },
  { name: "zod", owner: /^(?:templates\/|cli\/bundle\/|relay\/(?:mail|requests|service)\/)/, types: /^cli\/content\// },
  { name: "nodemailer", owner: /^relay\/delivery\// },
  { name: "postal-mime", owner: /^relay\/(?:mail\/|http\/mailbox\.tsx$)/ },
  { name: "libsql", owner: /^relay\/store\/sqlite\// },
  { name: "pg", owner: /^relay\/store\/postgres\// },
];

describe("every library has one owner", () => {
  test.each(OWNERS)("$name", ({ name, owner, types }) => {
    const users = imports.filter(({ to }) => to === name);
    expect(users.length).toBeGreaterThan(0);
    const wrong = users.filter(({ from, isType }) => !owner.test(from) && !(isType && types?.test(from)));
    expect(wrong.map(arrow)).toEqual([]);
  });

  test("and there is no other library", () => {
    const known = OWNERS.map(({ name }) => name);
    const strangers = imports.filter(
      ({ to, isPackage, from }) => isPackage && !known.includes(to) && !from.startsWith("relay/"),
    );
    expect(strangers.map(arrow)).toEqual([]);
  });

  test("and package.json lists what is used and nothing else", () => {
    const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(projectDir, "package.json"), "utf8"));
    // Fonts are files; they are named by path.
    const listed = Object.keys({ ...dependencies, ...peerDependencies }).filter(
      (name) => !/^@fontsource(?:-variable)?\//.test(name),
    );
    // Optional clients that are not installed here are loaded by name.
    const named = sources.flatMap((path) =>
      [...readFileSync(join(projectDir, path), "utf8").matchAll(/loadPackage<\w+>\("([^"]+)"/g)].map(
        ([, name]) => name,
      ),
    );
    const used = new Set(
      imports.filter(({ isPackage, from }) => isPackage && !from.startsWith("relay/")).map(({ to }) => to),
    );
    expect(listed.sort()).toEqual([...used, ...named].sort());
  });
});
