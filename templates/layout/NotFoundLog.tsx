import { Island } from "../components/Island.tsx";
import type { SiteView } from "../kit/site-view.ts";
import notFound from "./not-found/island.ts";

/** The not-found page says in the browser's console which address it stood in for. */
export function NotFoundLog({ site }: { readonly site: SiteView }) {
  return <Island of={notFound} props={{}} site={site} />;
}
