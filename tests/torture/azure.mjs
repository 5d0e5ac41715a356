// Deploys to Azurite, Microsoft's own emulator of Azure Blob Storage. It and the client are installed for this trial alone: 220 MB.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../support/relay/postgres-server.mjs";
import { assert, projectDir, runTests } from "./trial.mjs";

export const name = "Deploys to a container of Azure";

const packagesDir = join(projectDir, ".eventsite/azure");
const ACCOUNT = "devstoreaccount1";
/** Azurite's own, the same everywhere. */
const KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

function install() {
  if (existsSync(join(packagesDir, "node_modules/azurite"))) return;
  mkdirSync(packagesDir, { recursive: true });
  writeFileSync(join(packagesDir, "package.json"), '{ "private": true }');
  const args = [
    "install",
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
    "--loglevel=error",
    "azurite@3",
    "@azure/storage-blob@12",
  ];
  const { status, stderr } = spawnSync("npm", args, { cwd: packagesDir, encoding: "utf8" });
  assert(status === 0, `npm install failed:\n${stderr}`);
}

export async function run({ tell }) {
  install();
  const dir = mkdtempSync(join(tmpdir(), "eventsite-azurite-"));
  const port = await freePort();
  const program = join(packagesDir, "node_modules/azurite/dist/src/blob/main.js");
  const options = [
    "--blobHost",
    "127.0.0.1",
    "--blobPort",
    String(port),
    "--location",
    dir,
    "--silent",
    "--skipApiVersionCheck",
    "--disableTelemetry",
  ];
  const azurite = spawn(process.execPath, [program, ...options], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    await once(azurite.stdout, "data");
    const endpoint = `http://127.0.0.1:${port}/${ACCOUNT}`;
    const { BlobServiceClient, StorageSharedKeyCredential } = createRequire(join(packagesDir, "package.json"))(
      "@azure/storage-blob",
    );
    const service = new BlobServiceClient(endpoint, new StorageSharedKeyCredential(ACCOUNT, KEY));
    await service.getContainerClient("site").create();
    const env = {
      EVENTSITE_AZURE_ENDPOINT: endpoint,
      EVENTSITE_AZURE_ROOT: packagesDir,
      AZURE_STORAGE_KEY: KEY,
      AZURE_STORAGE_CONNECTION_STRING: "",
    };
    await runTests({ files: ["tests/deploy/stores.test.ts"], env, tell });
  } finally {
    const ended = once(azurite, "exit");
    azurite.kill();
    await ended;
    rmSync(dir, { recursive: true, force: true });
  }
}
