/** What the server wrote in front of this script. */
interface Session {
  readonly token: string;
  readonly events: string;
  readonly open: string;
  readonly words: string;
}

export const session = (globalThis as unknown as { readonly eventsite: Session }).eventsite;
