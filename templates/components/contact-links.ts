/** The address that dials a phone number: a North American number of ten digits gets its country code. */
export function phoneLink(phone: string): string {
  const digits = phone.replace(/\D/g, "");
  if (phone.startsWith("+") || digits.length !== 10) return `tel:${phone.startsWith("+") ? "+" : ""}${digits}`;
  return `tel:+1${digits}`;
}

export const emailLink = (email: string): string => `mailto:${email}`;
