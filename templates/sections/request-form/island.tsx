import { defineIsland } from "eventsite/kit/island";
import { Form } from "../../forms/Form.tsx";
import type { FormProps } from "../../forms/values/form-shape.ts";

/** Most visitors see a form and do not use it: its code comes with the first thing they do on the page, before they reach it. */
export default defineIsland<FormProps>({ name: "request-form", hydrate: "used", component: Form });
