// The commands that serve a site on this machine.

export { addCmsCommand } from "./cms.ts";
export { addServeCommand } from "./serve.ts";
export { addStartCommand } from "./start.ts";
