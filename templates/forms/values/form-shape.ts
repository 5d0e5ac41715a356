import type { NoticeWords } from "../../client/toast/notice.ts";
import type { FormData } from "../../model/forms.ts";
import type { SettingsData } from "../../model/site.ts";
import type { LimitedField } from "./form-values.ts";

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

export interface Endpoint {
  /** "" in a preview, which sends nothing. */
  readonly url: string;
  /** The relay's public key, where it asks for one. */
  readonly key?: string;
}
