// A file whose ending does not belong into its folder → what to do about it. Renaming helps where the content is right, and only there.
import { PICTURE_NAME } from "./picture-names.ts";

const ANY_ENDING = /\.(?:ya?ml|md|markdown)$/i;
/** Put behind the name by editors and systems that hide endings. */
const EXTRA_ENDING = /\.(?:txt|text|bak|old|orig|download|yaml|yml|md)$/i;
const WORD_PROCESSORS = /\.(?:docx?|odt|rtf|pages|wpd|pdf|html?|gdoc)$/i;
const TABLES = /\.(?:xlsx?|ods|csv|numbers)$/i;

/** `ending` is the one that all files of the folder have: ".yaml" or ".md"; `contentFolder` is "content/". */
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
    // Markdown is no YAML: a new name would only give another mistake.
    if (isOther) return `write it as a ${ending} file, as the others of this folder are, ${out}`;
    return `rename it to ${name.replace(/\.[^.]*$/, ending)}, ${out}`;
  }
  if (!name.includes(".")) return `rename it to ${name}${ending}, ${out}`;
  return `move it out of ${contentFolder}`;
}
