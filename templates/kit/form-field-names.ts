import * as z from "zod";
import { CALL_NAMES, FIELD_LIMITS, type FieldName, OWN_FIELD_NAME } from "../../relay/contract.ts";

/** "name" is a whole name in one field: the first word is sent as firstName, the rest as lastName. */
export const WHOLE_NAME = "name";

const contractNames = Object.keys(FIELD_LIMITS) as readonly FieldName[];

/** Properties of a form's element that scripts use: a field of that name would take their place. */
const TAKEN_BY_BROWSERS = new Set(
  `addEventListener appendChild attributes childNodes children closest constructor contains customElementRegistry dispatchEvent elements
  firstChild getAttribute getRootNode hasAttribute hasOwnProperty insertBefore isConnected isPrototypeOf l lastChild localName namespaceURI
  nextSibling noValidate nodeName nodeType nodeValue ownerDocument parentElement parentNode previousSibling propertyIsEnumerable
  querySelector querySelectorAll removeAttribute removeChild removeEventListener replaceChild replaceChildren requestSubmit reset
  setAttribute submit tagName textContent toLocaleString toString valueOf`.split(/\s+/),
);

export const isContract = (name: string): boolean => name === WHOLE_NAME || Object.hasOwn(FIELD_LIMITS, name);

const plainName = (name: string): string => name.replaceAll("_", "").toLowerCase();

/** The contract's name where only capitals or underscores differ from it: "first_name" means firstName. */
export const meantName = (name: string): string =>
  contractNames.find((contractName) => plainName(contractName) === plainName(name)) ?? name;

export interface FieldNameProblem {
  readonly message: string;
  readonly hint: string;
}

const OTHER = "choose another, such as projectName";

/** Why a form's own field cannot have a name; undefined where it can. */
function ownNameProblem(name: string): FieldNameProblem | undefined {
  if ((CALL_NAMES as readonly string[]).includes(name))
    return { message: "is a name that every request uses for something else", hint: OTHER };
  if (TAKEN_BY_BROWSERS.has(name)) return { message: "is a name that browsers use themselves", hint: OTHER };
  if (OWN_FIELD_NAME.test(name)) return undefined;
  const hint = "use letters without accents, digits and _, beginning with a small letter, at most 40: dietaryNeeds";
  return { message: "is not a name for a field", hint };
}

/** `isUnfit` says why a name of the contract cannot be that of this kind of field. */
const fieldName = (isUnfit: (name: string) => FieldNameProblem | undefined) =>
  z.string().superRefine((name, context) => {
    const problem = isContract(name) ? isUnfit(name) : ownNameProblem(name);
    if (meantName(name) !== name) context.addIssue({ code: "invalid_value", values: [...contractNames], input: name });
    else if (problem) context.addIssue({ code: "custom", message: problem.message, params: { hint: problem.hint } });
  });

const NAMES = `${contractNames.join(", ")}, name (a whole name in one field), or a name of the form's own such as dietaryNeeds.`;

export const anyName = fieldName(() => undefined).describe(NAMES);
export const linesName = fieldName((name) =>
  name === "message"
    ? undefined
    : { message: "has one line in every request", hint: "take `input: text`, or a name of the form's own" },
).describe("message, or a name of the form's own.");
export const ownName = fieldName(() => ({ message: "is text in every request", hint: OTHER })).describe(
  "A name of the form's own, such as dietaryNeeds.",
);
