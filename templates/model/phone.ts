/** Countries of the North American numbering plan: an area code and seven digits, neither of which begins with 0 or 1. */
const NORTH_AMERICA = new Set("AG AI AS BB BM BS CA DM DO GD GU JM KN KY LC MP MS PR SX TC TT US VC VG VI".split(" "));

/** Whether someone could dial it: enough digits for a number of that country, or of the one it names itself. */
export function isWholePhone(phone: string, countryCode: string): boolean {
  const digits = phone.replace(/\D/g, "");
  if (/^(\d)\1*$/.test(digits)) return false;
  const isNorthAmerican = phone.startsWith("+") ? digits.startsWith("1") : NORTH_AMERICA.has(countryCode);
  if (isNorthAmerican) return /^1?[2-9]\d{2}[2-9]\d{6}$/.test(digits);
  // E.164: a country code and at most 12 digits more; the shortest numbers of a whole country have seven digits with it.
  return digits.length >= 7 && digits.length <= 15;
}
