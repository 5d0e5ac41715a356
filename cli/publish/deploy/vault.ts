// Encrypts what a target keeps for a rollback: it is beside the site, where many hosts serve it to anybody. Only those who deploy have the
// key; it is never in the target.
import { createCipheriv, createDecipheriv, createHmac, randomBytes, scryptSync } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { EventsiteError } from "../../diagnostics/diagnostic.ts";
import { writeFile } from "../../files/write-file.ts";

const CIPHER = "aes-256-gcm";
const [NONCE_BYTES, TAG_BYTES] = [12, 16];
const LEAST_CHARACTERS = 20;

/** How many bytes sealing adds. */
export const SEAL_BYTES = NONCE_BYTES + TAG_BYTES;

export type Vault = ReturnType<typeof openVault>;

export function openVault(secret: string) {
  const key = scryptSync(secret, "eventsite", 32);
  return {
    seal(bytes: Uint8Array): Buffer {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce);
      const sealed = [cipher.update(bytes), cipher.final()];
      return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]);
    },
    /** undefined for what was sealed with another key, or is damaged. */
    open(sealed: Uint8Array): Buffer | undefined {
      try {
        const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
        decipher.setAuthTag(sealed.subarray(NONCE_BYTES, SEAL_BYTES));
        return Buffer.concat([decipher.update(sealed.subarray(SEAL_BYTES)), decipher.final()]);
      } catch {
        return undefined;
      }
    },
    /** A name for a content that does not reveal it to those who try contents. */
    nameOf: (sha256: string): string => createHmac("sha256", key).update(sha256).digest("hex"),
  };
}

/** What EVENTSITE_DEPLOY_KEY names, for deploys from several machines; else a secret of this folder, made the first time. */
export function readSecret(stateDir: string, named = process.env.EVENTSITE_DEPLOY_KEY): string {
  if (named) {
    if (named.length >= LEAST_CHARACTERS) return named;
    throw new EventsiteError("USAGE", `EVENTSITE_DEPLOY_KEY has fewer than ${LEAST_CHARACTERS} characters.`, {
      hint: "make one that nobody can guess, such as by `openssl rand -hex 32`",
    });
  }
  const file = join(stateDir, "deploy/key");
  const made = randomBytes(32).toString("hex");
  try {
    mkdirSync(join(stateDir, "deploy"), { recursive: true });
    writeFile(file, made, { flag: "wx", mode: 0o600 });
    return made;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return readFileSync(file, "utf8");
  }
}
