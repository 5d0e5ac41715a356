// Mails into a Maildir, which any mail program reads. Written aside, synced, then moved in: a mail is there whole or not at all.
// The file's name is made of the mail's Message-ID, so an attempt made again after a crash finds its own file and makes no second mail.
import { createHash } from "node:crypto";
import { mkdir, open, readdir, rename } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { DkimKey } from "../config/values.ts";
import type { MailMessage } from "../mail/mail-message.ts";
import { buildMime } from "./build-mime.ts";
import type { Delivered, MailTransport } from "./mail-transport.ts";
import { SendFailure } from "./mail-transport.ts";

const FOLDERS = ["tmp", "new", "cur"] as const;

/** `dir` and its folders are made where they are missing. `send` rejects with `SendFailure` alone. */
export function createMaildirTransport(dir: string, dkim: DkimKey | null = null): MailTransport {
  let ready: Promise<unknown> | null = null;
  const prepare = () => {
    ready ??= createFolders(resolve(dir));
    return ready;
  };
  return {
    async send(message) {
      try {
        await prepare();
        return await deliver(dir, message, dkim);
      } catch (error) {
        // Whatever was prepared may be gone.
        ready = null;
        throw maildirFailure(error);
      }
    },
    async verify() {
      try {
        await prepare();
        await syncFolder(join(dir, "new"));
      } catch (error) {
        ready = null;
        throw maildirFailure(error);
      }
    },
    async close() {},
  };
}

/** There after a power cut: the folders that name those that were made are synced. */
async function createFolders(dir: string): Promise<void> {
  const made = await mkdir(dir, { recursive: true, mode: 0o700 });
  for (const folder of FOLDERS) await mkdir(join(dir, folder), { recursive: true, mode: 0o700 });
  const last = made === undefined ? dir : dirname(made);
  for (let named = dir; ; named = dirname(named)) {
    await syncFolder(named);
    if (named === last) break;
  }
}

async function deliver(dir: string, message: MailMessage, dkim: DkimKey | null): Promise<Delivered> {
  const name = fileName(message);
  const isRead = (await readdir(join(dir, "cur"))).some((file) => file === name || file.startsWith(`${name}:`));
  if (!isRead) await writeNew(dir, name, await buildMime(message, { international: true, dkim }));
  return { reply: `written to new/${name}`, queueId: null };
}

/** Names begin with the time, as Maildir wants; the rest is one of a kind, for each mail and recipient. */
function fileName({ messageId, to, date }: MailMessage): string {
  const id = createHash("sha256").update(`${messageId}\n${to}`).digest("hex").slice(0, 32);
  return `${Math.floor(date / 1000)}.${id}.eventsite`;
}

async function writeNew(dir: string, name: string, mime: Buffer): Promise<void> {
  const aside = join(dir, "tmp", name);
  const file = await open(aside, "w", 0o600);
  try {
    // On disk, lines end as they do there.
    await file.writeFile(mime.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(aside, join(dir, "new", name));
  await syncFolder(join(dir, "new"));
}

/** The entry of a moved file is in its folder, which has a sync of its own. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const maildirFailure = (error: unknown) =>
  new SendFailure(
    {
      outcome: "deferred",
      reason: "maildir",
      scope: "connection",
      smtpCode: null,
      enhancedCode: null,
      reply: `The folder for mails cannot be written (${(error as NodeJS.ErrnoException).code ?? "unknown"}).`,
    },
    error,
  );
