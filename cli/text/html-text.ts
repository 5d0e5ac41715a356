export const escapeHtml = (text: string): string =>
  /[&<>"]/.test(text)
    ? text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;")
    : text;

/** JSON that is safe in a script element: it cannot close the element or break a line in old engines. */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** An attribute that is undefined is left out. */
export function openTag(name: string, attributes: Readonly<Record<string, unknown>>, end = ">"): string {
  let html = `<${name}`;
  for (const key in attributes)
    if (attributes[key] !== undefined) html += ` ${key}="${escapeHtml(String(attributes[key]))}"`;
  return html + end;
}
