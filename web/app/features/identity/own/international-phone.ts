/** '+33 612345678', as the service stores it. Null if empty, undefined if it is not a telephone number. */
export async function internationalOf(typed: string): Promise<string | null | undefined> {
  if (typed.trim() === '') return null;
  const { parsePhoneNumberFromString } = await import('libphonenumber-js');
  const phone = parsePhoneNumberFromString(typed, 'FR');
  return phone?.isPossible() ? `+${phone.countryCallingCode} ${phone.nationalNumber}` : undefined;
}
