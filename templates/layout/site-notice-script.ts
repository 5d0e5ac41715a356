// Lets visitors close the notice of the site: every page carries it while there is a notice.
import type { PageScript, SiteView } from "eventsite/kit";

/**
 * Runs in the browser, and is sent as its own source: it uses nothing of this file. It runs before the page is shown, so that a notice that
 * was closed takes no room at any time. `name` is that of its words: others are shown again.
 */
function letNoticeClose(key: string, name: string): void {
  const { dataset } = document.documentElement;
  let seen: string | null = null;
  try {
    seen = localStorage.getItem(key);
  } catch {
    // Without storage it is closed on this page alone.
  }
  dataset.notice = seen === name ? "closed" : "open";
  document.addEventListener("click", ({ target }) => {
    if (!(target as Element).closest(".site-notice button")) return;
    dataset.notice = "closed";
    // The button has the focus, and is gone: what comes next takes it.
    document.querySelector<HTMLElement>(".site-header a")?.focus({ preventScroll: true });
    try {
      localStorage.setItem(key, name);
    } catch {
      // See above.
    }
  });
}

export function noticeScripts({ settings, digest }: Pick<SiteView, "settings" | "digest">): readonly PageScript[] {
  const { notice } = settings;
  if (!notice) return [];
  const text = `(${letNoticeClose})("eventsite-notice",${JSON.stringify(digest(notice))});\n`;
  return [{ path: `/assets/scripts/notice-${digest(text)}.js`, text, isFirst: true }];
}
