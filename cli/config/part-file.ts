/** The suffix of a file that is being written, before it replaces the real one: nobody reads it. */
export const PART_ENDING = ".eventsite-part";

export const isPart = (path: string): boolean => path.endsWith(PART_ENDING);
