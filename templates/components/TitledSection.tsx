import type { ReactNode } from "react";
import { Section } from "./Section.tsx";
import { SectionHeading } from "./SectionHeading.tsx";

interface Props {
  readonly id: string;
  readonly section: { readonly heading: string; readonly intro?: string | undefined };
  /** As a Section's. */
  readonly className: string;
  /** How the heading and what follows it are laid out: classes of layout/. */
  readonly layout?: string;
  readonly children: ReactNode;
}

/** A section that begins with its heading, as wide as the text of the page. */
export function TitledSection({ id, section, className, layout = "", children }: Props) {
  return (
    <Section id={id} className={className}>
      <div className={`page-width ${layout}`.trim()}>
        <SectionHeading id={id} heading={section.heading} intro={section.intro} />
        {children}
      </div>
    </Section>
  );
}
