/**
 * Returns the phone number in the form that the service stores, for example '+33 612345678'. Returns null if the field
 * is empty, and undefined if the text is not a phone number.
 */
export async function internationalOf(typed: string): Promise<string | null | undefined> {
  if (typed.trim() === '') return null;
  const { parsePhoneNumberFromString } = await import('libphonenumber-js');
  const phone = parsePhoneNumberFromString(typed, 'FR');
  return phone?.isPossible() ? `+${phone.countryCallingCode} ${phone.nationalNumber}` : undefined;
}
