// The props of a form's island: the form as staff wrote it, where it is sent, and the words it may need.
import { type FormField, formsDefinition, limitOf, type SiteView } from "eventsite/kit";
import { CALL_PATH } from "../../../relay/contract.ts";
import { contactWays } from "../../model/contact-links.ts";
import type { FormData } from "../../model/forms.ts";
import { fillBlanks } from "../values/fill-blanks.ts";
import type { FormProps } from "../values/form-shape.ts";

export function formProps(slug: string, site: SiteView, page: string): FormProps {
  const { relay, contact, labels, language, timeZone } = site.settings;
  const { requiredMark, requiredNote } = labels;
  const { region, close } = labels.notices;
  const { preview, ...form } = labels.form;
  const { title: _title, ...data } = site.find("forms", slug).data;
  const { missing, success } = data.notices;
  // A preview has no relay.
  const isPreview = relay.url === "";
  const notices = {
    ...(missing && {
      missing: { ...missing, text: fillBlanks(missing.text, { required: requiredOf(data, language) }) },
    }),
    ...(isPreview && { success: { ...success, title: data.submit.idle, text: preview } }),
  };
  return {
    ...data,
    notices: { ...data.notices, ...notices },
    fields: data.fields.map((field) => ({ ...withHref(field, site), limit: limitOf(field) })),
    definition: formsDefinition(site).hash,
    slug,
    page,
    endpoint: isPreview
      ? { url: "", method: "dialog" }
      : { url: relay.url + CALL_PATH, method: "post", key: relay.key },
    timeZone,
    ways: contactWays(contact),
    words: {
      requiredMark,
      requiredNote,
      form: isPreview ? { ...form, sent: preview } : form,
      notices: { region, close },
    },
  };
}

/** Joined as the language does, without regional differences in commas. */
const requiredOf = ({ fields }: FormData, language: string): string =>
  new Intl.ListFormat(language.slice(0, 2)).format(fields.filter(({ required }) => required).map(({ label }) => label));

/** The link beside a consent as pages carry it; the island has no site to ask. */
function withHref(field: FormField, site: SiteView): FormField {
  if (field.input !== "consent" || !field.link) return field;
  return { ...field, link: { ...field.link, href: site.href(field.link.href) } };
}
