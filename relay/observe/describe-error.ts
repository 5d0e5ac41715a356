const MAX_FRAMES = 8;
const MAX_CAUSES = 3;
const WORD = /^[A-Za-z][A-Za-z0-9_-]{0,49}$/;
const FRAME = /^ {4}at (.{1,300})$/;

/** Its kind, codes and cause, null where there is none; `at`: "deliver (relay/delivery/worker.ts:40:7)", innermost first. */
export function describeError(error: unknown, causes = MAX_CAUSES): object {
  // A value that is no object becomes one without any of these fields.
  const fields = Object(error) as Record<string, unknown>;
  return {
    name: word(fields.name) ?? (fields === error ? "Error" : typeof error),
    code: word(fields.code),
    syscall: word(fields.syscall),
    smtpCode: typeof fields.responseCode === "number" ? fields.responseCode : null,
    smtpCommand: word(fields.command),
    at: error instanceof Error ? framesOf(error) : [],
    cause: causes > 0 && fields.cause !== undefined ? describeError(fields.cause, causes - 1) : null,
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
