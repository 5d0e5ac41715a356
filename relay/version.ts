import about from "./package.json" with { type: "json" };

/** "0.1.0" */
export const { version } = about;
