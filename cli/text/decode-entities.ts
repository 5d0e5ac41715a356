/** The text that an attribute's value means, as our renderers write it. */
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
