/** A phone number as it is dialled from abroad: a North American number of ten digits gets its country code. */
export function internationalPhone(phone: string): string {
  const digits = phone.replace(/\D/g, "").length;
  if (phone.startsWith("+")) return phone;
  if (digits === 10) return `+1-${phone}`;
  return digits === 11 && phone.startsWith("1") ? `+${phone}` : phone;
}

/** The address that dials a phone number. */
export const phoneLink = (phone: string): string => `tel:${internationalPhone(phone).replace(/[^\d+]/g, "")}`;

export const emailLink = (email: string): string => `mailto:${email}`;

/** Phone and email, for places where something has failed. */
export const contactWays = ({ phone, email }: { readonly phone: string; readonly email: string }) => [
  { label: phone, href: phoneLink(phone) },
  { label: email, href: emailLink(email) },
];
