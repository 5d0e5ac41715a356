// Mails into a Maildir, which any mail program reads: whole or not at all. A file's name is made of the Message-ID, so that an attempt made
// again after a crash makes no second mail.

import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { DkimKey } from "../../config/values.ts";
import { makeFolder, writeWhole } from "../../durable-files.ts";
import type { MailMessage } from "../../mail/mail-message.ts";
import { buildMime } from "./build-mime.ts";
import type { Delivered, MailTransport } from "./mail-transport.ts";
import { SendFailure } from "./send-failure.ts";

const FOLDERS = ["tmp", "new", "cur"] as const;

/** Makes `dir` and its folders where they are missing. */
export function createMaildirTransport(dir: string, dkim: DkimKey | null = null): MailTransport {
  let ready: Promise<unknown> | null = null;
  return {
    async send(message) {
      try {
        ready ??= createFolders(resolve(dir));
        await ready;
        return await deliver(dir, message, dkim);
      } catch (error) {
        // The folders may have been deleted since the start.
        ready = null;
        throw maildirFailure(error);
      }
    },
    async close() {},
  };
}

async function createFolders(dir: string): Promise<void> {
  for (const folder of FOLDERS) await makeFolder(join(dir, folder));
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

/** Lines end with a line feed on the disk. */
function writeNew(dir: string, name: string, mime: Buffer): Promise<void> {
  const text = Buffer.from(mime.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
  return writeWhole(join(dir, "new", name), text, join(dir, "tmp", name));
}

function maildirFailure(error: unknown) {
  const reply = `The folder for mails cannot be written (${(error as NodeJS.ErrnoException).code ?? "unknown"}).`;
  return new SendFailure({ outcome: "deferred", reason: "maildir", scope: "connection", reply }, error);
}
