// The mails of a Maildir, newest first.
import { open, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Email } from "postal-mime";

export interface MailboxMail {
  /** Its file's name without flags: what addresses name it by. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly replyTo: string | null;
  readonly subject: string;
  /** Milliseconds since 1970. */
  readonly date: number;
}

export interface OpenedMail extends MailboxMail {
  readonly text: string;
  readonly html: string;
}

const MAX_LISTED = 200;
/** Headers come first; no mail of ours has more of them. */
const HEADER_BYTES = 16_384;
/** As Maildir transports name files; nothing that could lead out of the folder. */
const ID = /^[\w.=-]{1,200}$/;

interface StoredFile {
  readonly id: string;
  readonly path: string;
}

/** At most 200. A folder that is not there yet holds nothing. */
export async function listMails(dir: string): Promise<readonly MailboxMail[]> {
  const files = await filesOf(dir);
  const arrived = await Promise.all(files.map(async (file) => ({ file, at: await arrivedAt(file) })));
  const newest = arrived.sort((a, b) => b.at - a.at || (a.file.id < b.file.id ? 1 : -1)).slice(0, MAX_LISTED);
  const mails = await Promise.all(newest.map(({ file }) => readHead(file)));
  return mails.filter((mail) => mail !== null);
}

/** Null where there is no such mail. */
export async function openMail(dir: string, id: string): Promise<OpenedMail | null> {
  const file = ID.test(id) ? (await filesOf(dir)).find((each) => each.id === id) : undefined;
  if (file === undefined) return null;
  const mail = await parseMail(await readFile(file.path));
  return { ...headOf(file.id, mail), text: mail.text ?? "", html: mail.html ?? "" };
}

/** The parser is loaded by the first look into the mailbox. */
async function parseMail(bytes: Buffer): Promise<Email> {
  const { default: PostalMime } = await import("postal-mime");
  return PostalMime.parse(bytes);
}

async function filesOf(dir: string): Promise<StoredFile[]> {
  const folders = await Promise.all(
    ["new", "cur"].map(async (folder) => {
      const names = await readdir(join(dir, folder)).catch(() => []);
      return names.map((name) => ({ id: name.replace(/:.*$/s, ""), path: join(dir, folder, name) }));
    }),
  );
  return folders.flat();
}

/** A mail program may move a file away between two looks. */
const arrivedAt = ({ path }: StoredFile): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );

async function readHead({ id, path }: StoredFile): Promise<MailboxMail | null> {
  const file = await open(path, "r").catch(() => null);
  if (file === null) return null;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    const head = buffer.subarray(0, bytesRead).toString("latin1").split("\n\n", 1)[0] ?? "";
    return headOf(id, await parseMail(Buffer.from(`${head}\n\n`, "latin1")));
  } finally {
    await file.close();
  }
}

const headOf = (id: string, { from, to, replyTo, subject, date }: Email): MailboxMail => ({
  id,
  from: nameOf(from),
  to: (to ?? []).map(nameOf).join(", "),
  replyTo: replyTo === undefined || replyTo.length === 0 ? null : replyTo.map(nameOf).join(", "),
  subject: subject ?? "",
  date: Date.parse(date ?? "") || 0,
});

const nameOf = (address: { readonly name?: string; readonly address?: string } | undefined): string =>
  [address?.name, address?.name ? `<${address.address}>` : address?.address].filter(Boolean).join(" ");
