import type { NoticeWords, ToastNotice } from "./notice.ts";

/**
 * Shows a notice. The code for it is loaded with the first one, so a page that shows none does not load it; where it cannot be loaded the
 * page works without notices, and says so in the console. Returns what closes it.
 */
export async function showNotice(notice: ToastNotice, words: NoticeWords): Promise<() => void> {
  try {
    const { noticeTray } = await import("./notice-tray.ts");
    return noticeTray(words).add(notice);
  } catch (error) {
    console.warn(error);
    return () => {};
  }
}
