// A file with the wrong extension for its folder → what to do about it. Renaming helps only if the content is right.
import { PICTURE_NAME } from "./picture-names.ts";

const ANY_ENDING = /\.(?:ya?ml|md|markdown)$/i;
/** Added to the name by editors and systems that hide extensions. */
const EXTRA_ENDING = /\.(?:txt|text|bak|old|orig|download|yaml|yml|md)$/i;
const WORD_PROCESSORS = /\.(?:docx?|odt|rtf|pages|wpd|pdf|html?|gdoc)$/i;
const TABLES = /\.(?:xlsx?|ods|csv|numbers)$/i;

/** `ending` is the extension of all files in the folder: ".yaml" or ".md"; `contentFolder` is "content/". */
export function unknownFileHint(name: string, ending: string, contentFolder: string): string {
  const out = `or move it out of ${contentFolder}`;
  const inner = name.replace(EXTRA_ENDING, "");
  if (ANY_ENDING.test(inner)) return `rename it to ${inner.replace(ANY_ENDING, ending)}, ${out}`;
  if (WORD_PROCESSORS.test(name) || TABLES.test(name)) {
    const target = name.replace(/\.[^.]*$/, ending);
    return `copy its words into a text file ${target}: under another name it would still not be text; ${out}`;
  }
  if (PICTURE_NAME.test(name) || /\.(?:hei[cf]|tiff?|gif|bmp|psd|svgz)$/i.test(name))
    return `pictures belong into ${contentFolder}images`;
  if (/\.(?:ya?ml|md|markdown|txt|text)$/i.test(name)) {
    const isOther = /\.(?:md|markdown)$/i.test(name) !== (ending === ".md") && !/\.te?xt$/i.test(name);
    // Markdown is not YAML: a new name would only cause another problem.
    if (isOther) return `write it as a ${ending} file, as the others of this folder are, ${out}`;
    return `rename it to ${name.replace(/\.[^.]*$/, ending)}, ${out}`;
  }
  if (!name.includes(".")) return `rename it to ${name}${ending}, ${out}`;
  return `move it out of ${contentFolder}`;
}
