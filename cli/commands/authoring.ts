// The commands with which entries and sites are written.

export { addExplainCommand } from "./explain.ts";
export { addInitCommand } from "./init.ts";
export { addNewCommand } from "./new.ts";
export { addRenameCommand } from "./rename.ts";
export { addRetireCommand } from "./retire.ts";
export { addSchemaCommand } from "./schema.ts";
