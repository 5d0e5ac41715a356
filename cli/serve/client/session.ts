/** What the server wrote in front of this script. */
interface Session {
  readonly events: string;
  readonly words: string;
  /** For pages on the server's own machine: the token for further requests, and whether it opens an editor. */
  readonly token?: string;
  readonly open?: string;
  /** Paths for editing: reading, saving and undoing. */
  readonly text?: string;
  readonly save?: string;
  readonly history?: string;
}

export const session = (globalThis as unknown as { readonly eventsite: Session }).eventsite;
