import about from "./package.json" with { type: "json" };

/** "1.0.0" */
export const { version } = about;
