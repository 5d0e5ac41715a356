// Mails into a Maildir: whole or not at all, and no second one for an attempt made again.
import { chmod, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { beforeEach, expect, test } from "vitest";
import { createMaildirTransport } from "../../../../relay/delivery/transports/maildir-transport.ts";
import { testFolder } from "../../../support/process/own-folder.ts";
import { sampleMail } from "../../../support/relay/sample-mail.ts";

const idle = new AbortController().signal;
const at = testFolder();
let dir = "";
beforeEach(() => {
  dir = at("mail");
});
const ZOE = { name: "Zoë", address: "zoë@visitor.test" };
const filesIn = (folder: string) => readdir(join(dir, folder));

test("a mail lies in new/, readable by its owner alone, as any mail program reads it", async () => {
  const { reply } = await createMaildirTransport(dir).send(sampleMail({ text: "Zoë\n", replyTo: ZOE }), idle);
  const [name = ""] = await filesIn("new");
  expect(reply).toBe(`written to new/${name}`);
  expect(await filesIn("tmp")).toEqual([]);
  const path = join(dir, "new", name);
  for (const each of [dir, join(dir, "new"), path]) expect((await stat(each)).mode & 0o077).toBe(0);
  const raw = await readFile(path);
  expect(raw.includes("\r")).toBe(false);
  const { subject, text, replyTo } = await PostalMime.parse(raw);
  expect([subject, text?.trimEnd(), replyTo]).toEqual(["Venue request", "Zoë", [ZOE]]);
});

test("two mails are two files, and one that is written again is one", async () => {
  const transport = createMaildirTransport(dir);
  await transport.send(sampleMail(), idle);
  await transport.send(sampleMail({ messageId: "row-2@evenhall.test" }), idle);
  await transport.send(sampleMail(), idle);
  expect(await filesIn("new")).toHaveLength(2);
});

test("one that was read in the meantime does not come again", async () => {
  const transport = createMaildirTransport(dir);
  await transport.send(sampleMail(), idle);
  const [name = ""] = await filesIn("new");
  await rename(join(dir, "new", name), join(dir, "cur", `${name}:2,S`));
  await transport.send(sampleMail(), idle);
  expect(await filesIn("new")).toEqual([]);
  await transport.send(sampleMail({ messageId: "row-2@evenhall.test" }), idle);
  expect(await filesIn("new")).toHaveLength(1);
});

test("a folder that cannot be made is a fault for all mails, and is made once it can", async () => {
  await writeFile(dir, "in the way");
  const transport = createMaildirTransport(dir);
  const reply = expect.stringMatching(/\(E[A-Z]+\)/);
  const failure = { outcome: "deferred", reason: "maildir", scope: "connection", reply };
  await expect(transport.send(sampleMail(), idle)).rejects.toMatchObject({ failure });
  await rm(dir);
  await transport.send(sampleMail(), idle);
  expect(await filesIn("new")).toHaveLength(1);
  await chmod(dir, 0o700);
});
