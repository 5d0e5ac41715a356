export const CLIENT_PATH = "/@eventsite/client.js";

/**
 * The page with the script that updates it, which comes first: it runs whatever the rest of the page does. The policy stays as strict as in
 * the built site, except for scripts of this server.
 */
export function livePage(html: string, hash: string): string {
  const script = `<script type="module" src="${CLIENT_PATH}?page=${hash}"></script>`;
  return html.replace(
    /(<meta http-equiv="Content-Security-Policy" content=")([^"]*)(">)/,
    (_, before, policy, after) => {
      const widened = (policy as string).replace(/script-src (?:'none'|&#x27;none&#x27;)/, "script-src 'self'");
      return `${before}${widened}${after}${script}`;
    },
  );
}

/** Shown for every page until a build succeeds. */
export const pageWithoutSite = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; connect-src 'self'"><title>The site could not be built</title></head><body><main><h1>The site could not be built</h1><p>The problems are in the list on this page and in the terminal. This page reloads when they are fixed.</p></main></body></html>\n`;
