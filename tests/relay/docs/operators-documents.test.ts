// What operators are given to read and to deploy says what the program does.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { readConfig } from "../../../relay/config/config.ts";
import { errorCodes } from "../../../relay/errors.ts";
import { metricMeanings } from "../../support/relay/metric-meanings.ts";
import { projectDir } from "../../support/site/with-site.ts";

const read = (path: string) => readFileSync(join(projectDir, path), "utf8");
const reference = read("relay/reference.md");
const documents = (path: string): unknown[] => parseAllDocuments(read(path)).map((document) => document.toJS());

/** First cell → the others, of the table below a heading. */
function tableBelow(header: string): Record<string, string> {
  const lines = reference
    .slice(reference.indexOf(`| ${header} |`))
    .split("\n")
    .slice(2);
  const rows = lines.slice(0, lines.findIndex((line) => !line.startsWith("|")) >>> 0);
  return Object.fromEntries(
    rows.map((row) => {
      const [name = "", ...cells] = row
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim())
        .filter(Boolean);
      return [name.replaceAll("`", ""), cells.join(" | ")];
    }),
  );
}

test("the relay's reference says of every answer to a call which status it has", () => {
  const documented = Object.entries(tableBelow("answer")).map(([code, cells]) => [code, Number(cells.split(" ")[0])]);
  expect(Object.fromEntries(documented)).toEqual(errorCodes);
});

test.each(["relay/samples/alerts.yaml", "relay/samples/dashboard.json"])(
  "%s asks for metrics that are there",
  async (path) => {
    const names = (await metricMeanings()).map(({ name }) => name);
    const used = [...read(path).matchAll(/\brelay_[a-z_]+/g)].map(([name]) => name);
    expect(used.length).toBeGreaterThan(8);
    expect(used.filter((name) => !names.includes(name.replace(/_(?:bucket|sum|count)$/, "")))).toEqual([]);
  },
);

test("commands in rules and manuals have options that there are", () => {
  const filesIn = (folder: string) => readdirSync(join(projectDir, folder)).map((name) => `${folder}/${name}`);
  const known = new Set(
    filesIn("relay/commands")
      .map(read)
      .join("\n")
      .match(/--[a-z-]+/g),
  );
  const documents = ["relay", "relay/docs", "relay/samples"]
    .flatMap(filesIn)
    .filter((name) => /\.md$|alerts/.test(name));
  expect(documents.length).toBeGreaterThan(9);
  for (const path of documents)
    for (const command of read(path).match(/(?<![\w/-])eventsite-relay [^`;\n]*/g) ?? [])
      expect(command.match(/--[a-z-]+/g)?.filter((option) => !known.has(option)) ?? [], command).toEqual([]);
});

test("the dashboard's panels have a place, a unit and a query each, for whichever Prometheus is chosen", () => {
  const { panels, templating } = JSON.parse(read("relay/samples/dashboard.json"));
  expect(templating.list).toMatchObject([{ name: "datasource", type: "datasource", query: "prometheus" }]);
  const places = new Set<string>();
  for (const { title, datasource, gridPos, fieldConfig, targets } of panels) {
    expect(datasource, title).toEqual({ type: "prometheus", uid: `\${datasource}` });
    expect(fieldConfig.defaults.unit, title).toMatch(/^(?:short|s|bytes)$/);
    expect(targets.length, title).toBeGreaterThan(0);
    for (const { expr } of targets) expect(expr, title).toMatch(/relay_[a-z_]+/);
    for (let row = gridPos.y; row < gridPos.y + gridPos.h; row++)
      for (let column = gridPos.x; column < gridPos.x + gridPos.w; column++) places.add(`${row} ${column}`);
  }
  const area = panels.reduce(
    (sum: number, { gridPos }: { gridPos: { w: number; h: number } }) => sum + gridPos.w * gridPos.h,
    0,
  );
  expect(places.size).toBe(area);
});

test("the example of a Prometheus configuration names the file with the rules", () => {
  const [, example = ""] = /```yaml\n(rule_files[\s\S]*?)```/.exec(read("relay/docs/monitoring.md")) ?? [];
  const [{ rule_files, scrape_configs }] = parseAllDocuments(example).map((document) => document.toJS());
  expect(rule_files).toEqual(["alerts.yaml"]);
  expect(scrape_configs).toHaveLength(1);
});

test.each(["relay/samples/alerts.yaml", "relay/samples/dashboard.json"])(
  "%s asks for the relay's own metrics, whatever a scrape calls its job",
  (path) => {
    const expressions =
      read(path)
        .replaceAll("\\", "")
        .match(/"?expr"?: .*/g) ?? [];
    expect(expressions.length).toBeGreaterThan(8);
    for (const expression of expressions) {
      expect(expression).toMatch(/\brelay_[a-z_]+/);
      expect(expression).not.toMatch(/\bjob\s*[=!]/);
    }
  },
);

/** The lines NAME=value of a text, as an env file has them. */
const settingsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split("\n").flatMap((line) => {
      const [, name, value] = /^ *([A-Z_]+)=(.*)$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value]];
    }),
  );

/** What each example sets. */
const EXAMPLES: Readonly<Record<string, () => Record<string, string>>> = {
  "relay/samples/compose.yaml"() {
    const [compose] = documents("relay/samples/compose.yaml");
    return (compose as { services: { relay: { environment: Record<string, string> } } }).services.relay.environment;
  },
  "relay/samples/kubernetes.yaml"() {
    const isDeployment = (one: unknown) => (one as { kind: string }).kind === "Deployment";
    // biome-ignore lint/suspicious/noExplicitAny: the manifest's depth
    const [container] = (documents("relay/samples/kubernetes.yaml").find(isDeployment) as any).spec.template.spec
      .containers;
    return Object.fromEntries(container.env.map(({ name, value }: { name: string; value: string }) => [name, value]));
  },
  "relay/samples/relay.env": () => settingsIn(read("relay/samples/relay.env")),
  "relay/docs/run.md"() {
    const [, block = ""] =
      /\*\*Set the variables\*\*[^\n]*\n\n +```\n([\s\S]*?)```/.exec(read("relay/docs/run.md")) ?? [];
    return settingsIn(block);
  },
};

test("every example sets the same variables, to the same values but for the place of the secret", () => {
  const [first, ...others] = Object.values(EXAMPLES).map((example) => ({
    ...example(),
    RELAY_MAIL_URL_FILE: "a file",
  }));
  expect(Object.keys(first ?? {})).toContain("RELAY_FORMS");
  for (const other of others) expect(other).toEqual(first);
});

test.each(Object.entries(EXAMPLES))("%s sets variables that make a configuration", (_, example) => {
  const { RELAY_MAIL_URL_FILE: secret, ...given } = example();
  const image = settingsIn(read("relay/Containerfile").replace(/^ENV/gm, "").replaceAll(" \\\n", "\n"));
  expect(image).toMatchObject({ HOST: "0.0.0.0", RELAY_STORE_URL: "sqlite:/data/relay.db" });
  const config = readConfig({ ...image, ...given, RELAY_MAIL_URL: "smtp://u:p@mx.test:587" });
  expect(secret).toMatch(/^\/(?:run\/secrets|etc\/eventsite-relay)\//);
  expect(config.forms).toMatchObject({ isAddress: true, needsCompany: true });
  expect(config.trustProxy).toBe(1);
  // What the proxy in front publishes is the call's port.
  expect(config.controlPort).toBe(9091);
});

test("the steps that make a secret are in the manual, for each example", () => {
  const manual = read("relay/docs/run.md");
  expect(manual).toContain("relay/secrets/mail-url.txt");
  expect(manual).toContain("kubectl create secret generic --from-literal=mail-url=");
  expect(manual).toContain("> /etc/eventsite-relay/mail-url\n");
  expect(manual).toContain("relay/samples/relay.env /etc/eventsite-relay/relay.env\n");
  for (const path of ["relay/samples/compose.yaml", "relay/samples/kubernetes.yaml"])
    expect(read(path)).not.toContain("smtp://user:password");
});

test("the log of the example is limited, and pages about logs and images cover what people run", () => {
  const [compose] = documents("relay/samples/compose.yaml") as [{ services: { relay: { logging: unknown } } }];
  expect(compose.services.relay.logging).toEqual({
    driver: "json-file",
    options: { "max-size": "10m", "max-file": "5" },
  });
  for (const text of ["max-size", "SystemMaxUse", "containerLogMaxSize", "copytruncate", "podman"])
    expect(read("relay/docs/logs.md")).toContain(text);
  for (const command of ["podman build --format docker", "buildah build --format docker"])
    expect(read("relay/docs/run.md")).toContain(`${command} -f relay/Containerfile`);
});

test("nothing of the relay speaks of the company of this repository's content", () => {
  const files = readdirSync(join(projectDir, "relay"), { recursive: true, encoding: "utf8" }).filter((name) =>
    /^(?!.*node_modules).*(?:\.(?:m?[jt]sx?|json|md|ya?ml|env|service)|Containerfile)$/.test(name),
  );
  expect(files.length).toBeGreaterThan(100);
  const company = /evenhall|416-555-|lantern lane|customized proposal/i;
  expect(files.filter((name) => company.test(read(`relay/${name}`)))).toEqual([]);
});

test("the image's build finds all it uses: it gets the relay's own packages, and only the files it copies", () => {
  const { dependencies, devDependencies } = JSON.parse(read("relay/package.json"));
  const used = [
    ...`${read("relay/launch/bundle.mjs")}${read("relay/launch/bundle-options.mjs")}`.matchAll(
      /from "([a-z@][^":]*)"/g,
    ),
  ];
  for (const [, name = ""] of used) expect({ ...dependencies, ...devDependencies }).toHaveProperty([name]);
  const sent = read(".dockerignore")
    .split("\n")
    .flatMap((line) => /^!(.+)$/.exec(line)?.[1] ?? []);
  const copied = [...read("relay/Containerfile").matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = ""]) =>
    files.split(" "),
  );
  expect(copied.filter((path) => !sent.some((name) => path === name || path.startsWith(`${name}/`)))).toEqual([]);
  expect(copied).toContain("tsconfig.json");
});

/** Whether the last pattern that names the path, or a folder around it, leaves it out. Enough of the syntax for the patterns we write. */
function isLeftOut(path: string, patterns: string): boolean {
  const folders = path.split("/").map((_, index, parts) => parts.slice(0, index + 1).join("/"));
  const last = patterns
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .findLast((line) => folders.some((folder) => matchesGlob(folder, line.replace(/^!/, ""))));
  return last !== undefined && !last.startsWith("!");
}

function matchesGlob(path: string, pattern: string): boolean {
  const trimmed = pattern.replace(/^\/|\/$/g, "");
  const source = trimmed
    .replace(/[.+?^$]/g, "\\$&")
    .replace(/\*\*\/?/g, "(?:.*/)?")
    .replace(/(?<![.)])\*(?!\))/g, "[^/]*");
  const isAnywhere = !/\/./.test(pattern) && !pattern.startsWith("/");
  return new RegExp(`^${isAnywhere ? "(?:.*/)?" : ""}${source}$`).test(path);
}

test("what is secret stays out of version control and out of the image's build", () => {
  const [compose] = documents("relay/samples/compose.yaml") as [{ secrets: Record<string, { file: string }> }];
  const secrets = Object.values(compose.secrets).map(({ file }) => join("relay/samples", file));
  expect(secrets).toEqual(["relay/secrets/mail-url.txt"]);
  // Compose reads an .env file beside its own; a relay that is started in its folder keeps its store there.
  const kept = [
    ...secrets,
    "relay/secrets/another.key",
    "relay/.env",
    "relay/samples/.env",
    "relay/.env.production",
    "relay/.eventsite/relay.db",
  ];
  for (const file of [".gitignore", ".dockerignore"]) {
    expect(kept.filter((path) => !isLeftOut(path, read(file)))).toEqual([]);
    expect(isLeftOut("relay/config/config.ts", read(file))).toBe(false);
    expect(isLeftOut("relay/samples/relay.env", read(file))).toBe(false);
  }
});
