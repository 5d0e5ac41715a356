// A definition of forms with a field of every type, to change one thing of.
import type { FieldDefinition, FormsDefinition } from "../../../relay/contract.ts";
import { definitionOf } from "../../../relay/forms/forms-definition.ts";

export { definitionOf };

const field = (name: string, type: FieldDefinition["type"], more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  name,
  type,
  label: name,
  required: false,
  limit: 200,
  ...more,
});

export const WORDING = "I agree that Evenhall sends me its newsletter. I can withdraw at any time.";

const MEALS = [
  { value: "vegan", label: "Vegan" },
  { value: "halal", label: "Halal, certified" },
  { value: "none", label: "No meals" },
];

export const WEDDING: readonly FieldDefinition[] = [
  field("firstName", "text", { label: "Your Name", required: true }),
  field("lastName", "text", { label: "Last Name" }),
  field("email", "email", { label: "Your Email", required: true, limit: 254 }),
  field("venueName", "text", { label: "Venue", limit: 40 }),
  field("backupEmail", "email", { label: "Second Email", limit: 254 }),
  field("backupPhone", "phone", { label: "Second Phone", limit: 50 }),
  field("weddingDay", "date", { label: "Wedding Day", required: true }),
  field("tables", "number", { label: "Tables", min: 1, max: 40 }),
  field("season", "choice", {
    label: "Season",
    options: [
      { value: "s", label: "Summer" },
      { value: "w", label: "Winter" },
    ],
  }),
  field("meals", "choices", { label: "Meals", limit: 2000, options: MEALS }),
  field("wishes", "lines", { label: "Wishes", limit: 2000 }),
  field("newsletter", "consent", { label: "Newsletter", limit: 2000, wording: WORDING }),
];

export const sampleForms: FormsDefinition = definitionOf({
  contact: {
    title: "Contact request",
    fields: [
      field("firstName", "text", { label: "First Name", required: true }),
      field("lastName", "text", { label: "Last Name", required: true }),
      field("email", "email", { label: "Email", required: true, limit: 254 }),
      field("eventType", "choice", { label: "Event type", options: [{ value: "gala", label: "Gala Evening" }] }),
      field("attendees", "number", { label: "Guests", min: 1 }),
      field("message", "lines", { label: "Message", limit: 10_000 }),
    ],
  },
  "wedding-fair": { title: "Wedding request", fields: WEDDING },
});
