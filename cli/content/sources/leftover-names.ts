// Names of files that editors and systems leave in folders, and that are never content.

/** Files that exist while a file is open or a folder is viewed. */
const LEFTOVER =
  /^~\$|~$|^#.*#$|^4913$|^(?:eh)?thumbs\.db(?::.*)?$|^(?:desktop\.ini|__MACOSX|Icon\r)$|\.(?:sw[px]|tmp|bak|orig|sb-[\w-]+)$/i;

/** Files of version control, editors and file systems. */
const HIDDEN_LEFTOVER =
  /^\.(?:_.*|git.*|svn|hg|idea|vscode|DS_Store|AppleDouble|LSOverride|Spotlight-V100|DocumentRevisions-V100|TemporaryItems|Trash.*|fseventsd|apdisk|localized|directory|nfs.*|fuse_hidden.*|~lock\..*)$/i;

/** For folders where a name that begins with a dot can be content, such as .well-known. */
export const isLeftover = (name: string): boolean => LEFTOVER.test(name) || HIDDEN_LEFTOVER.test(name);

/** For folders where no name that begins with a dot is content. */
export const isHiddenOrLeftover = (name: string): boolean => name.startsWith(".") || LEFTOVER.test(name);
