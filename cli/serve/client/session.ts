/** What the server wrote in front of this script. */
interface Session {
  readonly token: string;
  readonly events: string;
  readonly open: string;
  readonly words: string;
  /** Where texts are changed: what stands there, and saving it. */
  readonly text?: string;
  readonly save?: string;
}

export const session = (globalThis as unknown as { readonly eventsite: Session }).eventsite;
