// A form of content/forms as plain HTML: the browser checks it and posts it to the relay, which answers with the page /thank-you/ or
// /try-again/.
import { CALL_PATH, formsDefinition, type SiteView } from "eventsite/kit";
import { Field } from "./Field.tsx";

interface Props {
  /** Its file name in content/forms. */
  readonly slug: string;
  /** The address of the page it is on. */
  readonly path: string;
  readonly site: SiteView;
}

export function Form({ slug, path, site }: Props) {
  const { relay, labels } = site.settings;
  const { form, fields, submit } = site.find("forms", slug).data;
  // A preview has no relay, and sends nothing.
  const endpoint = relay.url ? { method: "post", action: relay.url + CALL_PATH } : { method: "dialog" };
  return (
    <form className="form" {...endpoint}>
      {fields.map((field) => (
        <Field key={field.name} field={field} id={`${slug}-${field.name}`} optional={labels.optional} site={site} />
      ))}
      {/* People do not see it: what fills it in is a program. */}
      <input name="website" hidden tabIndex={-1} autoComplete="off" />
      <input name="form" type="hidden" value={form} />
      <input name="page" type="hidden" value={path} />
      <input name="definition" type="hidden" value={formsDefinition(site).hash} />
      {relay.url ? <button type="submit">{submit}</button> : <p>{labels.preview}</p>}
    </form>
  );
}
