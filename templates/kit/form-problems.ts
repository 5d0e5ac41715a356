import { OWN_FIELDS } from "../../relay/contract.ts";
import { type FieldNameProblem, isContract, meantName, WHOLE_NAME } from "./form-field-names.ts";

interface Asked {
  readonly fields: readonly { readonly name: string }[];
  readonly composedMessage?: { readonly lines: readonly { readonly field: string }[] } | undefined;
}

interface FormProblem extends FieldNameProblem {
  readonly path: (string | number)[];
}

/** What is wrong with a form as a whole. */
export function formProblems({ fields, composedMessage }: Asked): readonly FormProblem[] {
  // A misspelt name is reported already, so it is not reported as missing.
  const names = fields.map(({ name }) => meantName(name));
  const has = (...wanted: readonly string[]) => names.some((name) => wanted.includes(name));
  // A duplicate name is reported already: one of the two may have been meant as the missing one.
  const hasTwice = new Set(names).size < names.length;
  const ownFieldCount = names.filter((name) => !isContract(name)).length;
  const tooMany: FormProblem = {
    path: ["fields"],
    message: `has ${ownFieldCount} fields of the form's own; it may have ${OWN_FIELDS.count}`,
    hint: "ask for less, or make two forms of it",
  };
  return [
    ...(hasTwice || has("firstName", WHOLE_NAME) ? [] : [lacks("firstName", "text", "First name")]),
    ...(hasTwice || has("email") ? [] : [lacks("email", "email", "Email")]),
    ...names.flatMap((name, index) => {
      const isPart = has(WHOLE_NAME) && (name === "firstName" || name === "lastName");
      return isPart ? [partOfName(["fields", index, "name"])] : [];
    }),
    ...(composedMessage?.lines ?? []).flatMap(({ field }, index) => {
      if (has(field)) return [];
      const path = ["composedMessage", "lines", index, "field"];
      return [
        { path, message: "is not the name of a field of this form", hint: `its fields are: ${names.join(", ")}` },
      ];
    }),
    ...(ownFieldCount > OWN_FIELDS.count ? [tooMany] : []),
  ];
}

const lacks = (name: string, input: string, label: string): FormProblem => ({
  path: ["fields"],
  message: `has no field "${name}": the relay takes no request without it`,
  hint: `add \`- { input: ${input}, name: ${name}, label: ${label}, required: true }\``,
});

/** A whole name is sent as two fields of the contract. */
const partOfName = (path: FormProblem["path"]): FormProblem => ({
  path,
  message: `is a part of the field "${WHOLE_NAME}"`,
  hint: "take one of the two out",
});
