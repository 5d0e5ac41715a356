// Hints for files of the content that have a wrong extension.

import { STATIC_FOLDER } from "./static-files.ts";

/** Names of pictures that a site can publish. Other files below content/images are not pictures. */
export const PICTURE_NAME = /\.(?:webp|jpe?g|png|avif|svg|ico)$/i;

/** Formats of phones and drawing programs that browsers do not show. */
export const OTHER_PICTURE =
  /\.(?:hei[cf]s?|tiff?|gif|bmp|psd|ai|eps|svgz|cr2|nef|dng|raw|jxl|jp2|apng|jfif|jif|jpe|pjpe?g)$/i;

const ANY_ENDING = /\.(?:ya?ml|md|markdown)$/i;
/** Extensions that editors and systems add to a name when they hide extensions. */
const EXTRA_ENDING = /\.(?:txt|text|bak|old|orig|download|yaml|yml|md)$/i;
const WORD_PROCESSORS = /\.(?:docx?|odt|rtf|pages|wpd|pdf|html?|gdoc)$/i;
const TABLES = /\.(?:xlsx?|ods|csv|numbers)$/i;

/**
 * The hint for a file with a wrong extension: renaming it helps only if the content is right. `ending` is the extension of all files in the
 * folder: ".yaml" or ".md". `contentFolder` is "content/".
 */
export function unknownFileHint(name: string, ending: string, contentFolder: string): string {
  const out = `or move it out of ${contentFolder}`;
  const inner = name.replace(EXTRA_ENDING, "");
  if (ANY_ENDING.test(inner)) return `rename it to ${inner.replace(ANY_ENDING, ending)}, ${out}`;
  if (WORD_PROCESSORS.test(name) || TABLES.test(name)) {
    const target = name.replace(/\.[^.]*$/, ending);
    return `copy its words into a text file ${target}: under another name it would still not be text; ${out}`;
  }
  if (PICTURE_NAME.test(name) || OTHER_PICTURE.test(name)) return `pictures belong into ${contentFolder}images`;
  if (/\.(?:ya?ml|md|markdown|txt|text)$/i.test(name)) {
    const isOther = /\.(?:md|markdown)$/i.test(name) !== (ending === ".md") && !/\.te?xt$/i.test(name);
    // Markdown is not YAML: a new name would only cause another problem.
    if (isOther) return `write it as a ${ending} file, as the others of this folder are, ${out}`;
    return `rename it to ${name.replace(/\.[^.]*$/, ending)}, ${out}`;
  }
  if (!name.includes(".")) return `rename it to ${name}${ending}, ${out}`;
  return `move it to ${contentFolder}${STATIC_FOLDER} if visitors are to load it, ${out}`;
}
