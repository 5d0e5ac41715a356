/** What the server wrote in front of this script. */
interface Session {
  readonly events: string;
  readonly words: string;
  readonly components: string;
  /** For pages on the server's own machine: the token for further requests, and whether it opens an editor. */
  readonly token?: string;
  readonly open?: string;
  /** Where another moment is asked for, and the one that is shown; "" for all that there is. */
  readonly moment?: string;
  readonly asOf?: string;
  /** Paths for editing: reading, saving and undoing. */
  readonly text?: string;
  readonly save?: string;
  readonly history?: string;
  /** The path of the CMS. */
  readonly cms?: string;
}

export const session = (globalThis as unknown as { readonly eventsite: Session }).eventsite;

/** Asks the server for what only its own pages may ask for. */
export const post = (url = "", body: object): Promise<Response> =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", "x-eventsite-token": session.token ?? "" },
    body: JSON.stringify(body),
  });
