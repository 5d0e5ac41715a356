/** Why the file system refused something, in plain words. */
export function failureReason(error: unknown): string {
  const { code = "unknown", syscall } = error as NodeJS.ErrnoException;
  // A file system such as /proc says this of a folder that it does not take.
  if (code === "ENOENT" && syscall === "mkdir") return "no folder can be made there";
  return REASONS[code] ?? `the system says ${code}`;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "it is not there any more",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EFBIG: "files may not grow so large here",
  EACCES: "you may not write there",
  EPERM: "you may not write there",
  EROFS: "the disk is read-only",
  ENOTDIR: "there is a file where a folder should be",
  EISDIR: "there is a folder where a file should be",
  EMFILE: "too many files are open",
};
