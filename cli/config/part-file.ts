/** The end of a file's name while it is being written beside the one whose place it takes: nobody reads it. */
export const PART_ENDING = ".eventsite-part";

export const isPart = (path: string): boolean => path.endsWith(PART_ENDING);
