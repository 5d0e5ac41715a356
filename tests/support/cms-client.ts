// What the page of the CMS asks of a served site, without a browser.
import { serve } from "../../cli/index.ts";
import type { Json } from "./changed-values.ts";

export interface CmsAnswer {
  readonly status: number;
  readonly body: Json & { readonly error?: string };
}

export interface CmsClient {
  readonly url: string;
  readonly configuration: {
    readonly collections: readonly (Json & {
      readonly name: string;
      readonly folder?: string;
      readonly extension?: string;
    })[];
  };
  ask(action: string, params: object): Promise<CmsAnswer>;
  /** The values that the form of an entry is filled with, and the text below them. */
  open(path: string): Promise<Json>;
  save(path: string, values: Json, more?: object): Promise<CmsAnswer>;
  close(): Promise<void>;
}

/** Serves until it is closed. */
export async function openCms(options: {
  readonly root: string;
  readonly contentDir?: string;
  readonly templatesDir?: string;
}): Promise<CmsClient> {
  const server = await serve({ ...options, edit: true, port: 0 });
  const page = await (await fetch(`${server.url}/admin/`)).text();
  const { configuration } = JSON.parse(/id="cms">(.*?)<\/script>/s.exec(page)?.[1] ?? "{}");
  const ask: CmsClient["ask"] = async (action, params) => {
    const response = await fetch(`${server.url}${configuration.backend.proxy_url}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ branch: "content", action, params }),
    });
    return { status: response.status, body: (await response.json()) as CmsAnswer["body"] };
  };
  return {
    url: server.url,
    configuration,
    ask,
    async open(path) {
      const { body } = await ask("getEntry", { path });
      if (body.error) throw new Error(body.error);
      const [, front, text] = /^---\n(.*?)\n---\n(.*)$/s.exec(String(body.data)) ?? [];
      return front === undefined ? JSON.parse(String(body.data)) : { ...JSON.parse(front), body: text };
    },
    save(path, { body, ...values }, more = {}) {
      const raw = path.endsWith(".md")
        ? `---\n${JSON.stringify(values)}\n---\n${body}`
        : JSON.stringify({ ...values, ...(body !== undefined && { body }) });
      return ask("persistEntry", {
        dataFiles: [{ slug: path, path, raw }],
        assets: [],
        options: { newEntry: false },
        ...more,
      });
    },
    close: () => server.close(),
  };
}
