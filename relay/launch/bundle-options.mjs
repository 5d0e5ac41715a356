import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * How the relay becomes a program: what every start needs in one file, and beside it what is loaded when it is first used (nodemailer,
 * PostgreSQL, the doctor). Only the store's native package stays outside.
 */
export const bundleOptions = {
  absWorkingDir: dirname(fileURLToPath(import.meta.url)),
  entryPoints: { relay: "bin.ts" },
  outExtension: { ".js": ".mjs" },
  chunkNames: "parts/[name]-[hash]",
  bundle: true,
  splitting: true,
  platform: "node",
  target: "node20.19",
  format: "esm",
  jsx: "automatic",
  jsxImportSource: "preact",
  external: ["libsql"],
  // CommonJS packages inside the bundle load Node's own modules this way.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
  define: { "process.env.NODE_ENV": '"production"' },
  logLevel: "warning",
};
