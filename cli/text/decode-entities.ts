/** The text of an attribute, with the entities that our renderers write. */
export const decodeEntities = (value: string): string =>
  value.includes("&")
    ? value
        .replace(/&(?:quot|#34|#x22);/g, '"')
        .replace(/&#(?:39|x27);/g, "'")
        .replace(/&lt;/g, "<")
        .replace(/&gt;/g, ">")
        // Last, so that an escaped "&quot;" does not become a quotation mark.
        .replace(/&(?:amp|#38|#x26);/g, "&")
    : value;
