import type { SiteView } from "eventsite/kit";

interface Props {
  readonly site: SiteView;
  /** Whether the page has its path already. */
  readonly isAgain?: boolean;
}

/** From the top of the capitals to below the longest tail, in a hundredth of the letters' size. */
const TOP = 78;
const LINE = 100;

/** The name as a drawing, which never waits for a font; a name with letters that the font lacks is set as text. */
export function Wordmark({ site, isAgain }: Props) {
  const { wordmark, settings } = site;
  if (!wordmark) return settings.brand.name;
  return (
    <svg role="img" aria-label={settings.brand.name} viewBox={`0 ${-TOP} ${wordmark.width} ${LINE}`}>
      {isAgain ? <use href="#wordmark" /> : <path id="wordmark" d={wordmark.path} />}
    </svg>
  );
}
