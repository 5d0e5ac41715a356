import { defineSection } from "../../kit/define-section.ts";
import { RequestForm } from "./RequestForm.tsx";
import { requestFormSchema } from "./schema.ts";

export default defineSection({ schema: requestFormSchema, Component: RequestForm });
