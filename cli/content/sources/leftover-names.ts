// Names of what editors and systems leave in folders: nobody means them to be content.

/** While a file is open, or a folder is viewed. */
const LEFTOVER =
  /^~\$|~$|^#.*#$|^4913$|^(?:eh)?thumbs\.db(?::.*)?$|^(?:desktop\.ini|__MACOSX|Icon\r)$|\.(?:sw[px]|tmp|bak|orig|sb-[\w-]+)$/i;

/** Of version control, of editors, of file systems. */
const HIDDEN_LEFTOVER =
  /^\.(?:_.*|git.*|svn|hg|idea|vscode|DS_Store|AppleDouble|LSOverride|Spotlight-V100|DocumentRevisions-V100|TemporaryItems|Trash.*|fseventsd|apdisk|localized|directory|nfs.*|fuse_hidden.*|~lock\..*)$/i;

/** Where names that begin with a dot can be meant, such as .well-known. */
export const isLeftover = (name: string): boolean => LEFTOVER.test(name) || HIDDEN_LEFTOVER.test(name);

/** Where no name that begins with a dot is meant. */
export const isHiddenOrLeftover = (name: string): boolean => name.startsWith(".") || LEFTOVER.test(name);
