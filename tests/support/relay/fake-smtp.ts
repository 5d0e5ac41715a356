// Mail servers for tests, on loopback and a port of the system's choice: one that follows the protocol and refuses what a test
// names, and one that says whatever a test makes it say.
import { createServer, type Server, type Socket } from "node:net";
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from "smtp-server";
import { listen } from "../process/listen.ts";
import { signItself } from "./certificates.ts";

export const { cert: testCertificate, key: testKey } = signItself();

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  readonly isEncrypted: boolean;
}

/** "550 5.1.1 no such user"; null lets it pass. */
type Answer = string | null | undefined;

export interface FakeSmtpRules {
  /** Changed by a test at any time. */
  greeting?: Answer;
  mail?: (from: string) => Answer;
  /** "cut" ends the connection without a word. */
  recipient?: (to: string) => Answer | "cut";
  /** After the end of the data. The mail is kept where it passes. */
  data?: (mail: ReceivedMail) => Answer;
  login?: (user: string, password: string) => Answer;
}

export interface FakeSmtp {
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  readonly rules: FakeSmtpRules;
  /** How many connections were made. */
  readonly connections: () => number;
  /** Resolves when so many mails have come, at once where they are there. */
  received(count: number): Promise<readonly ReceivedMail[]>;
  close(): Promise<void>;
}

export async function startFakeSmtp(rules: FakeSmtpRules = {}, options: SMTPServerOptions = {}): Promise<FakeSmtp> {
  const mails: ReceivedMail[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  let connections = 0;
  const server = new SMTPServer({
    key: testKey,
    cert: testCertificate,
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 50,
    onConnect: (_session, done) => {
      connections += 1;
      done(refusal(rules.greeting));
    },
    onMailFrom: ({ address }, _session, done) => done(refusal(rules.mail?.(address))),
    onRcptTo: ({ address }, session, done) => {
      const answer = rules.recipient?.(address);
      if (answer !== "cut") return done(refusal(answer));
      for (const connection of server.connections)
        if ((connection as unknown as { id: string }).id === session.id) connection.close();
    },
    onAuth: ({ username, password }, _session, done) => {
      const error = refusal(rules.login?.(username ?? "", password ?? ""));
      if (error === null) done(null, { user: username });
      else done(error);
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const mail = receivedMail(session, Buffer.concat(chunks));
        const error = refusal(rules.data?.(mail));
        if (error === null) mails.push(mail);
        done(error);
        for (const { count, resolve } of waiting) if (mails.length >= count) resolve();
      });
    },
    ...options,
  });
  server.on("error", () => {});
  const { port } = await listen(server.server);
  return {
    port,
    mails,
    rules,
    connections: () => connections,
    async received(count) {
      if (mails.length < count) await new Promise<void>((resolve) => waiting.push({ count, resolve }));
      return mails;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

const receivedMail = ({ envelope, secure }: SMTPServerSession, raw: Buffer): ReceivedMail => ({
  from: envelope.mailFrom === false ? "" : envelope.mailFrom.address,
  to: envelope.rcptTo.map(({ address }) => address),
  raw: raw.toString("utf8"),
  isEncrypted: secure,
});

function refusal(answer: Answer): Error | null {
  if (answer === null || answer === undefined) return null;
  return Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) });
}

export interface RawServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Says nothing of its own: `talk` does what it likes with each connection. */
export async function startRawServer(talk: (socket: Socket) => void): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    talk(socket);
  });
  const { port, close } = await listen(server);
  return {
    port,
    close() {
      for (const socket of sockets) socket.destroy();
      return close();
    },
  };
}

/** A server that follows the protocol line by line, with these answers in place of the usual ones; null says nothing. */
export function startScriptedSmtp(script: Readonly<Record<string, string | null>>): Promise<RawServer> {
  return startRawServer((socket) => {
    const usual: Record<string, string | null> = {
      greeting: "220 ready",
      EHLO: "250-test\r\n250 PIPELINING",
      MAIL: "250 2.1.0 ok",
      RCPT: "250 2.1.5 ok",
      DATA: "354 go on",
      ".": "250 2.0.0 Ok: queued as 4FwXyZ0abcz",
      RSET: "250 ok",
      QUIT: "221 bye",
      ...script,
    };
    const say = (name: string) => {
      const answer = name in usual ? usual[name] : "502 5.5.1 not known here";
      if (answer === "destroy") socket.destroy();
      else if (answer === "reset") socket.resetAndDestroy();
      else if (answer !== null && answer !== undefined) socket.write(`${answer}\r\n`);
    };
    let isData = false;
    let rest = "";
    socket.setEncoding("latin1");
    socket.on("data", (chunk) => {
      const lines = (rest + chunk).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (isData && line !== ".") continue;
        const verb = isData ? "." : (line.split(/[ :]/)[0]?.toUpperCase() ?? "");
        isData = verb === "DATA" && (usual.DATA ?? "").startsWith("354");
        say(verb);
      }
    });
    say("greeting");
  });
}
