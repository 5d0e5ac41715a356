import { defineSection } from "eventsite/kit";
import { RequestForm } from "./RequestForm.tsx";
import { requestFormSchema } from "./schema.ts";

export default defineSection({ schema: requestFormSchema, Component: RequestForm });
