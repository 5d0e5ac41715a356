// Sites of a stated size: the real content, and so many more service pages of 8 KB, with words as people write them.
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDice, createProse, yamlText } from "./write-prose.mjs";

const GROUPS = ["planning", "conferences", "celebrations", "people"];
const PICTURES = [
  "floor-plan.webp",
  "award-trophies.webp",
  "conference-stage.webp",
  "bokeh-band.webp",
  "rooftop-dusk.webp",
];

/** The pages of the real site. */
export const REAL_PAGES = 26;

/** The file name of a generated page, without its ending. */
export const generatedName = (index) => `service-${String(index + 1).padStart(6, "0")}`;

/** `pages` more than the real site has; 0 gives that as it is. */
export function generateSite(projectDir, root, pages) {
  mkdirSync(root, { recursive: true });
  cpSync(join(projectDir, "content"), join(root, "content"), { recursive: true });
  for (let index = 0; index < pages; index++)
    writeFileSync(join(root, `content/services/${generatedName(index)}.yaml`), generatePage(index, pages));
}

/** One page of a site with `pages` such pages. */
export function generatePage(index, pages) {
  const dice = createDice(index + 1);
  const prose = createProse(dice);
  const name = generatedName(index);
  const text = (indent, sentences) => yamlText(prose.paragraph(sentences), indent, dice);
  const image = (indent) =>
    ["image:", `  src: ${PICTURES[index % PICTURES.length]}`, `  alt: ${yamlText(prose.point(), indent, dice)}`]
      .map((line, row) => (row === 0 ? line : " ".repeat(indent) + line))
      .join("\n");
  const cards = Array.from(
    { length: 8 },
    () => `      - title: ${yamlText(prose.short(), 8, dice)}
        text: ${text(8, 4)}
        points:
${Array.from({ length: 3 }, () => `          - ${yamlText(prose.point(), 10, dice)}`).join("\n")}`,
  );
  const steps = Array.from(
    { length: 4 },
    (_, step) => `      - title: ${yamlText(prose.short(), 8, dice)}
        timing: Week ${step + 1}
        text: ${text(8, 3)}`,
  );
  const lists = Array.from(
    { length: 2 },
    () => `      - title: ${yamlText(prose.short(), 8, dice)}
        items:
${Array.from({ length: 5 }, () => `          - ${yamlText(prose.point(), 10, dice)}`).join("\n")}`,
  );
  return `# ${name}
title: "Service ${name}, Toronto – ${prose.short()}"
description: "What ${name} does for companies in Toronto, how long it takes, what it costs and whom to call: ${prose.short()}."
name: Service ${name}
summary: ${text(0, 2)}
group: ${GROUPS[index % GROUPS.length]}
order: ${1000 + index}
${image(0)}
sections:
  - type: page-hero
    heading: "${name}: ${prose.short()}"
    lead: ${text(4, 4)}
    framing: right-bleed
    ${image(4)}
    facts:
      - label: Guests
        value: ${yamlText(`${40 + dice(200)} to ${300 + dice(900)}`, 8, dice)}
      - label: From
        value: "$${(1 + dice(9)).toString()},${100 + dice(900)}"

  - type: cards
    heading: ${yamlText(prose.short(), 4, dice)}
    intro: ${text(4, 4)}
    layout: columns
    cards:
${cards.join("\n")}

  - type: steps
    heading: ${yamlText(prose.short(), 4, dice)}
    intro: ${text(4, 3)}
    steps:
${steps.join("\n")}

  - type: lists
    heading: ${yamlText(prose.short(), 4, dice)}
    lists:
${lists.join("\n")}

  - type: related-services
    heading: "It's built with"
    services:
      - event-design
      - venue-services
      - ${generatedName((index + 1) % pages)}

  - type: call-to-action
    heading: "Tell us the date, we'll tell you the price"
    text: ${text(4, 3)}
    actions:
      - label: Get a Free Quote
        href: /contact
`;
}
