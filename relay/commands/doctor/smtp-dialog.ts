// A conversation with a mail server, line by line, so that each step can be reported. It sends no mail: it stops before DATA.
import { connect, isIP, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";

export interface DialogReply {
  readonly code: number;
  /** Without the codes at the beginning of the lines. */
  readonly lines: readonly string[];
}

export interface SmtpDialog {
  greeting: DialogReply;
  /** Sends a line, or nothing to wait for what the server says by itself, and gives the whole reply. */
  say(line: string): Promise<DialogReply>;
  /** Goes on under TLS, after the server has agreed to STARTTLS. */
  secure(): Promise<void>;
  /** The certificate of the server; null without TLS. */
  certificate(): CertificateFacts | null;
  close(): void;
}

export interface CertificateFacts {
  readonly protocol: string;
  /** Why the certificate is not believed; null where it is. */
  readonly problem: string | null;
  /** Milliseconds since 1970. */
  readonly validUntil: number;
}

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. */
  readonly isSecure: boolean;
}

/** Per step, in milliseconds: RFC 5321 allows minutes, an operator at a terminal does not. */
const STEP_TIMEOUT_MS = 15_000;
const MAX_REPLY_BYTES = 65_536;

/** Rejects with the socket's error, or a plain one where the server says nothing or garbage. */
export async function openSmtpDialog({ host, port, isSecure }: SmtpServer): Promise<SmtpDialog> {
  // Valid or not, the certificate is checked afterwards: the doctor reports every problem. A bare address is no name.
  const tls = { host, port, servername: isIP(host) ? undefined : host, rejectUnauthorized: false } as const;
  let socket: Socket | TLSSocket = isSecure ? connectTls(tls) : connect({ host, port });
  let reader = readReplies(socket);
  const say = async (line: string) => {
    socket.write(`${line}\r\n`);
    return reader.next();
  };
  const dialog: SmtpDialog = {
    greeting: { code: 0, lines: [] },
    say,
    secure: async () => {
      reader.stop();
      const secured = connectTls({ ...tls, socket });
      await new Promise<void>((done, reject) => secured.once("secureConnect", done).once("error", reject));
      socket = secured;
      reader = readReplies(secured);
    },
    certificate: () => ("getPeerCertificate" in socket ? factsOf(socket) : null),
    close: () => socket.destroy(),
  };
  try {
    return Object.assign(dialog, { greeting: await reader.next() });
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function factsOf(socket: TLSSocket): CertificateFacts {
  return {
    protocol: socket.getProtocol() ?? "unknown",
    problem: socket.authorized ? null : String(socket.authorizationError),
    validUntil: Date.parse(socket.getPeerCertificate().valid_to),
  };
}

const REPLY_LINE = /^(\d{3})([ -]?)(.*)$/;

/** Replies as they come. A reply's last line has a space after its code. */
function readReplies(socket: Socket) {
  let text = "";
  let lines: string[] = [];
  const replies: DialogReply[] = [];
  let failure: Error | undefined;
  let wake = () => {};
  const read = (chunk: Buffer) => {
    text += chunk.toString("utf8");
    if (text.length > MAX_REPLY_BYTES) return fail(new Error("The server talks without end."));
    const complete = text.split(/\r?\n/);
    text = complete.pop() ?? "";
    for (const line of complete) {
      const match = REPLY_LINE.exec(line);
      if (!match) return fail(new Error(`The server does not talk SMTP: "${printable(line)}"`));
      lines.push(match[3] ?? "");
      if (match[2] === "-") continue;
      replies.push({ code: Number(match[1]), lines });
      lines = [];
    }
    wake();
  };
  const fail = (error: Error) => {
    failure ??= error;
    socket.destroy();
    wake();
  };
  const ended = () => fail(new Error("The server closed the connection."));
  socket.on("data", read).on("error", fail).on("close", ended);
  const next = (): Promise<DialogReply> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => fail(new Error(`No answer within ${STEP_TIMEOUT_MS / 1000} s.`)), STEP_TIMEOUT_MS);
      wake = () => {
        const reply = replies.shift();
        if (!reply && !failure) return;
        clearTimeout(timer);
        wake = () => {};
        if (reply) resolve(reply);
        else reject(failure);
      };
      wake();
    });
  const stop = () => socket.off("data", read).off("error", fail).off("close", ended);
  return { next, stop };
}

/** What a terminal may show of a stranger's words. */
export const printable = (text: string): string => text.replace(/[^\x20-\x7e]/g, "?").slice(0, 200);
