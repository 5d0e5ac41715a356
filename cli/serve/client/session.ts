/** The data that the server wrote in front of this script. */
interface Session {
  readonly events: string;
  readonly words: string;
  readonly components: string;
  /** For pages on the server's own machine: the token for further requests, and whether it opens an editor. */
  readonly token?: string;
  readonly open?: string;
  /** The path that sets another moment, and the moment that is shown; "" for everything. */
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

/** Sends a request that only pages of this server may send. */
export const post = (url = "", body: object): Promise<Response> =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", "x-eventsite-token": session.token ?? "" },
    body: JSON.stringify(body),
  });
