// The props of a form's island: the form as staff wrote it, where it is sent, and the words it may need.
import type { SiteView } from "eventsite/kit";
import { CALL_PATH } from "../../relay/contract.ts";
import type { NoticeWords } from "../client/toast/notice.ts";
import { contactWays } from "../components/contact-links.ts";
import type { FormData, FormField } from "../model/forms.ts";
import type { SettingsData } from "../model/site.ts";
import { formsDefinition } from "./definition.ts";
import { limitOf } from "./field-limits.ts";
import { fillBlanks } from "./fill-blanks.ts";
import type { LimitedField } from "./form-values.ts";
import type { Endpoint } from "./send-request.ts";

/** JSON, as it travels with the page. */
export interface FormProps extends Omit<FormData, "title" | "fields"> {
  readonly fields: readonly LimitedField[];
  /** The file name of the form in content/forms; ids begin with it. */
  readonly slug: string;
  /** The route of the form's page; it is sent along. */
  readonly page: string;
  /** The hash of the definition that the relay knows the site's forms by. */
  readonly definition: string;
  /** Outside of a dialog, browsers send nothing by the method "dialog". */
  readonly endpoint: Endpoint & { readonly method: "post" | "dialog" };
  /** The time zone that decides which day is today. */
  readonly timeZone: string;
  /** Ways to reach the company where sending failed. */
  readonly ways: readonly { readonly label: string; readonly href: string }[];
  readonly words: FormWords;
}

export interface FormWords extends Pick<SettingsData["labels"], "requiredMark" | "requiredNote"> {
  readonly notices: NoticeWords;
  readonly form: Omit<SettingsData["labels"]["form"], "preview">;
}

export function formProps(slug: string, site: SiteView, page: string): FormProps {
  const { relay, contact, labels, language, timeZone } = site.settings;
  const { requiredMark, requiredNote } = labels;
  const { region, close } = labels.notices;
  const { preview, ...form } = labels.form;
  const { title: _title, ...data } = site.find("forms", slug).data;
  const { missing, success } = data.notices;
  // A site that is only looked at has no relay.
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

/** Joined as the language does, whatever a region does with commas. */
const requiredOf = ({ fields }: FormData, language: string): string =>
  new Intl.ListFormat(language.slice(0, 2)).format(fields.filter(({ required }) => required).map(({ label }) => label));

/** The link beside a consent as pages carry it; the island has no site to ask. */
function withHref(field: FormField, site: SiteView): FormField {
  if (field.input !== "consent" || !field.link) return field;
  return { ...field, link: { ...field.link, href: site.href(field.link.href) } };
}
