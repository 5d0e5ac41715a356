// The commands that bring a site to its host, and look at what is there.
export { addDeployCommand } from "./deploy.ts";
export { addDiffCommand } from "./diff.ts";
export { addHostCommand } from "./host.ts";
export { addPublicationsCommand } from "./publications.ts";
export { addRestoreCommand } from "./restore.ts";
export { addVerifyCommand } from "./verify.ts";
