import { Resolver } from "node:dns/promises";
import type { Dns } from "./check-sender.ts";

const MISSING: ReadonlySet<string> = new Set(["ENODATA", "ENOTFOUND"]);

/** The resolver of this machine, or the servers given ("127.0.0.1:5353"). */
export function createDns(servers: readonly string[] = []): Dns {
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  return {
    txt: async (name) => (await orNone(resolver.resolveTxt(name))).map((parts) => parts.join("")),
    mx: async (name) => (await orNone(resolver.resolveMx(name))).map(({ exchange }) => exchange),
  };
}

/** An unknown name is an answer too. */
async function orNone<Item>(looked: Promise<Item[]>): Promise<Item[]> {
  try {
    return await looked;
  } catch (error) {
    if (MISSING.has((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw error;
  }
}
