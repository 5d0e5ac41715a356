// Encrypts what a target keeps for a rollback: that is beside the site, where many hosts serve it to anybody. Only those who deploy have the
// key, which is never in the target.
import { createCipheriv, createDecipheriv, createHmac, randomBytes, scryptSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { EventsiteError } from "../../diagnostics/diagnostic.ts";
import { makeFolder } from "../../files/make-folder.mjs";
import { writeFile } from "../../files/write-file.ts";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const LEAST_CHARACTERS = 20;

/** How many bytes sealing adds. */
export const SEAL_BYTES = NONCE_BYTES + TAG_BYTES;

export interface Vault {
  seal(bytes: Uint8Array): Buffer;
  /** undefined for data that was sealed with another key, or is damaged. */
  open(sealed: Uint8Array): Buffer | undefined;
  /** A name for a content that does not reveal it to somebody who tries contents. */
  nameOf(sha256: string): string;
}

export function openVault(secret: string): Vault {
  const key = scryptSync(secret, "eventsite", 32);
  return {
    seal(bytes) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce);
      const sealed = [cipher.update(bytes), cipher.final()];
      return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]);
    },
    open(sealed) {
      try {
        const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
        decipher.setAuthTag(sealed.subarray(NONCE_BYTES, SEAL_BYTES));
        return Buffer.concat([decipher.update(sealed.subarray(SEAL_BYTES)), decipher.final()]);
      } catch {
        return undefined;
      }
    },
    nameOf: (sha256) => createHmac("sha256", key).update(sha256).digest("hex"),
  };
}

/** The secret in EVENTSITE_DEPLOY_KEY, for deploys from several machines; else one of this folder, which is created at first. */
export function readSecret(stateDir: string, variable = process.env.EVENTSITE_DEPLOY_KEY): string {
  if (variable) {
    if (variable.length >= LEAST_CHARACTERS) return variable;
    throw new EventsiteError("USAGE", `EVENTSITE_DEPLOY_KEY has fewer than ${LEAST_CHARACTERS} characters.`, {
      hint: "make one that nobody can guess, such as by `openssl rand -hex 32`",
    });
  }
  const file = join(stateDir, "deploy/key");
  const secret = randomBytes(32).toString("hex");
  try {
    makeFolder(join(stateDir, "deploy"));
    writeFile(file, secret, { flag: "wx", mode: 0o600 });
    return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return readFileSync(file, "utf8");
  }
}
