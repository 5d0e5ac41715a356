import type { FormProps } from "../../forms/form-props.ts";
import { RequestForm } from "../../forms/RequestForm.tsx";
import { defineIsland } from "../../kit/define-island.ts";

/** Awake before the visitor reaches it, so that a draft is back and the earliest date is set when it is seen. */
export default defineIsland<FormProps>({ name: "request-form", hydrate: "visible", component: RequestForm });
