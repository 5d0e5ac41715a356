// The props of a form's island: the form as staff wrote it, where it is sent, and the words it may need.
import type { SiteView } from "eventsite/kit";
import { CALL_PATH } from "../../relay/contract.ts";
import type { FormData } from "../model/forms.ts";
import type { SettingsData } from "../model/site.ts";
import type { Endpoint } from "./send-request.ts";

/** JSON, as it travels with the page. */
export interface FormProps extends FormData {
  /** The file name of the form in content/forms; ids begin with it. */
  readonly slug: string;
  /** The route of the form's page; it is sent along. */
  readonly page: string;
  readonly endpoint: Endpoint;
  /** The time zone that decides which day is today. */
  readonly timeZone: string;
  readonly phone: string;
  readonly email: string;
  readonly words: FormWords;
}

export type FormWords = Pick<SettingsData["labels"], "requiredMark" | "requiredNote" | "form" | "notices">;

export function formProps(slug: string, site: SiteView, page: string): FormProps {
  const { relay, contact, labels } = site.settings;
  const { requiredMark, requiredNote, form, notices } = labels;
  return {
    ...site.find("forms", slug).data,
    slug,
    page,
    endpoint: { url: relay.url + CALL_PATH, key: relay.key },
    timeZone: contact.timeZone,
    phone: contact.phone,
    email: contact.email,
    words: { requiredMark, requiredNote, form, notices },
  };
}
