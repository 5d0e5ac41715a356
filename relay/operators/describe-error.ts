// What a log may say of an error: its kind and where in the code it arose. Messages stay out: an SMTP server's answer, a parser's
// message or a driver's text may repeat what a visitor typed.

export interface ErrorDescription {
  readonly name: string;
  readonly code: string | null;
  readonly syscall: string | null;
  readonly smtpCode: number | null;
  readonly smtpCommand: string | null;
  /** "deliver (relay/delivery/worker.ts:40:7)", innermost first, eight at most. */
  readonly at: readonly string[];
  readonly cause: ErrorDescription | null;
}

const MAX_FRAMES = 8;
const MAX_CAUSES = 3;
const WORD = /^[A-Za-z][A-Za-z0-9_-]{0,49}$/;
const FRAME = /^ {4}at (.{1,300})$/;

export function describeError(error: unknown, causes = MAX_CAUSES): ErrorDescription {
  if (typeof error !== "object" || error === null)
    return { name: typeof error, code: null, syscall: null, smtpCode: null, smtpCommand: null, at: [], cause: null };
  const found = error as Record<string, unknown>;
  return {
    name: word(found.name) ?? "Error",
    code: word(found.code),
    syscall: word(found.syscall),
    smtpCode: typeof found.responseCode === "number" ? found.responseCode : null,
    smtpCommand: word(found.command),
    at: error instanceof Error ? framesOf(error) : [],
    cause: causes > 0 && found.cause !== undefined ? describeError(found.cause, causes - 1) : null,
  };
}

const word = (value: unknown): string | null => (typeof value === "string" && WORD.test(value) ? value : null);

/** The lines below the message. Where the message is not found in the stack, nothing is: any line might be part of it. */
function framesOf({ message, stack = "" }: Error): string[] {
  const start = stack.indexOf(message);
  if (start < 0) return [];
  return stack
    .slice(start + message.length)
    .split("\n")
    .flatMap((line) => FRAME.exec(line)?.[1] ?? [])
    .slice(0, MAX_FRAMES);
}
