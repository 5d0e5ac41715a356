import type { ReactNode } from "react";

interface Props {
  /** Names the strip: words, or the id of the heading that has them. */
  readonly label?: string;
  readonly labelledBy?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A row that is wider than the screen and scrolls sideways by itself, item by item. */
export function Strip({ label, labelledBy, className = "", children }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, this groups slides
    <div
      className={`strip ${className}`.trim()}
      role="group"
      aria-label={label}
      aria-labelledby={labelledBy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable for those who scroll with keys
      tabIndex={0}
    >
      {children}
    </div>
  );
}
