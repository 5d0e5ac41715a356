export interface CommandContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl-C and by SIGTERM, with the signal's name as reason. */
  readonly signal: AbortSignal;
}
