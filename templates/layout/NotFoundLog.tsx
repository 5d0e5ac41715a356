import type { SiteView } from "eventsite/kit";
import { Island } from "../components/Island.tsx";
import notFound from "./not-found/island.ts";

/** The not-found page logs the missing address in the browser's console. */
export function NotFoundLog({ site }: { readonly site: SiteView }) {
  return <Island of={notFound} props={{}} site={site} />;
}
