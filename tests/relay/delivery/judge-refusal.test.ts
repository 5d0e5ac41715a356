// What a mail server's refusal means: the words of real servers, and what becomes of the mail.
import { describe, expect, test } from "vitest";
import { judgeRefusal } from "../../../relay/delivery/transports/judge-refusal.ts";
import { parseReply } from "../../../relay/delivery/transports/smtp-reply.ts";
import { readTable } from "../../support/process/read-table.ts";

type Case = readonly [step: "MAIL FROM" | "RCPT TO" | "DATA", reply: string, end: "waits" | "ends", reason: string];

describe("a mail", () => {
  test.each(readTable<Case>("smtp-refusals"))("that is refused at %s with %s %s: %s", (step, reply, end, reason) => {
    const { outcome, reason: found } = judgeRefusal(step, parseReply(reply), false);
    expect([outcome === "dead" ? "ends" : "waits", found]).toEqual([end, reason]);
  });
});
