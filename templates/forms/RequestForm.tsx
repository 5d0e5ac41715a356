// A request form as plain HTML: without script the browser checks it and posts it to the relay, which answers with a page of its own.
import { CALL_PATH } from "../../relay/contract.ts";
import type { SiteView } from "../kit/site-view.ts";
import { Field } from "./Field.tsx";

interface Props {
  /** The file name of the form in content/forms. */
  readonly slug: string;
  readonly site: SiteView;
  /** The route of the page the form stands on; it is sent along. */
  readonly path: string;
}

export function RequestForm({ slug, site, path }: Props) {
  const { form, fields, submit } = site.find("forms", slug).data;
  const { requiredMark, requiredNote } = site.settings.labels;
  return (
    <form className="form" method="post" action={site.settings.relay.url + CALL_PATH}>
      {fields.some(({ required }) => required) && (
        <p className="required-note">{requiredNote.replace("{mark}", requiredMark)}</p>
      )}
      {fields.map((field) => (
        <Field key={field.name} field={field} id={`${slug}-${field.name}`} requiredMark={requiredMark} />
      ))}
      <input type="hidden" name="form" value={form} />
      <input type="hidden" name="page" value={path} />
      <Honeypot />
      <button className="button primary" type="submit">
        {submit.idle}
      </button>
    </form>
  );
}

/** A field that people neither see nor reach; what fills it in is a program. */
function Honeypot() {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <input type="text" name="website" tabIndex={-1} autoComplete="off" />
    </div>
  );
}
