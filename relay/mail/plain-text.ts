import { type MailBlock, type MailContent, nameAndAddress } from "./mail-layout.tsx";

/** Blocks with an empty line between them; ends with a line break. What a visitor typed is neither escaped nor wrapped. */
export function plainText({ words: { company }, blocks }: MailContent): string {
  const texts = [
    company.name,
    ...blocks.map(plainBlock),
    nameAndAddress(company),
    company.phone === null ? company.email : `${company.phone} · ${company.email}`,
  ];
  return `${texts.filter((text) => text.trim() !== "").join("\n\n")}\n`;
}

function plainBlock(block: MailBlock): string {
  if (block.type === "rows")
    return block.rows
      .map(({ label, value }) => `${label}: ${typeof value === "string" ? value : value.text}`)
      .join("\n");
  return block.type === "heading" ? `${block.text}\n${"=".repeat([...block.text].length)}` : block.text;
}
