/** What the server wrote in front of this script. */
interface Session {
  readonly events: string;
  readonly words: string;
  /** For pages on the server's own machine: what lets them ask for more, and opens an editor. */
  readonly token?: string;
  readonly open?: string;
  /** Where texts are changed: what is there, saving it, and undoing that. */
  readonly text?: string;
  readonly save?: string;
  readonly history?: string;
}

export const session = (globalThis as unknown as { readonly eventsite: Session }).eventsite;
