import { type Country, countries, emergencyOf, isCountry } from '#contract/emergency-numbers.ts';

/**
 * The country of each time zone, by IANA name. Only countries in the table of emergency numbers are listed. `US/…` and
 * `Canada/…` are older names of zones.
 */
const zones: Readonly<Record<string, Country>> = {
  'Asia/Dubai': 'AE',
  'Europe/Vienna': 'AT',
  'Europe/Brussels': 'BE',
  'Europe/Zurich': 'CH',
  'Asia/Shanghai': 'CN',
  'Asia/Urumqi': 'CN',
  'Europe/Berlin': 'DE',
  'Europe/Madrid': 'ES',
  'Atlantic/Canary': 'ES',
  'Africa/Ceuta': 'ES',
  'Europe/Paris': 'FR',
  'America/Cayenne': 'FR',
  'America/Guadeloupe': 'FR',
  'America/Martinique': 'FR',
  'Indian/Reunion': 'FR',
  'Indian/Mayotte': 'FR',
  'Europe/London': 'GB',
  'Europe/Belfast': 'GB',
  'Europe/Dublin': 'IE',
  'Europe/Rome': 'IT',
  'Asia/Tokyo': 'JP',
  'Asia/Seoul': 'KR',
  'Europe/Luxembourg': 'LU',
  'Europe/Monaco': 'MC',
  'Europe/Amsterdam': 'NL',
  'Europe/Oslo': 'NO',
  'Pacific/Auckland': 'NZ',
  'Europe/Lisbon': 'PT',
  'Atlantic/Madeira': 'PT',
  'Atlantic/Azores': 'PT',
  'Europe/Moscow': 'RU',
  'Europe/Kaliningrad': 'RU',
  'Europe/Samara': 'RU',
  'Asia/Yekaterinburg': 'RU',
  'Asia/Novosibirsk': 'RU',
  'Asia/Vladivostok': 'RU',
  'Asia/Riyadh': 'SA',
  'Pacific/Honolulu': 'US',
};
const zonesOf: Partial<Record<Country, readonly string[]>> = {
  AU: ['Sydney', 'Melbourne', 'Brisbane', 'Perth', 'Adelaide', 'Darwin', 'Hobart'].map((city) => `Australia/${city}`),
  BR: ['Sao_Paulo', 'Bahia', 'Fortaleza', 'Recife', 'Manaus', 'Belem', 'Cuiaba'].map((city) => `America/${city}`),
  CA: [
    'Toronto',
    'Montreal',
    'Vancouver',
    'Edmonton',
    'Winnipeg',
    'Halifax',
    'Moncton',
    'St_Johns',
    'Regina',
    'Whitehorse',
  ].map((city) => `America/${city}`),
  US: ['New_York', 'Detroit', 'Chicago', 'Denver', 'Boise', 'Phoenix', 'Los_Angeles', 'Anchorage', 'Juneau'].map(
    (city) => `America/${city}`,
  ),
};
const families: readonly (readonly [string, Country])[] = [
  ['US/', 'US'],
  ['America/Indiana/', 'US'],
  ['America/Kentucky/', 'US'],
  ['America/North_Dakota/', 'US'],
  ['Canada/', 'CA'],
  ['Australia/', 'AU'],
  ['Brazil/', 'BR'],
];

function countryOfZone(zone: string): Country | undefined {
  const listed = zones[zone] ?? countries.find((country) => zonesOf[country]?.includes(zone));
  return listed ?? families.find(([start]) => zone.startsWith(start))?.[1];
}

/** Returns the country of a phone number by its calling code. The US and Canada share +1, and 911 works in both. */
export function countryOfPhone(phone: string | null): Country | undefined {
  if (!phone?.startsWith('+')) return undefined;
  const digits = phone.replace(/\D/g, '');
  const fitting = countries.filter((country) => digits.startsWith(emergencyOf[country].dial));
  const longest = Math.max(0, ...fitting.map((country) => emergencyOf[country].dial.length));
  const found = fitting.filter((country) => emergencyOf[country].dial.length === longest);
  return found.includes('US') ? 'US' : found[0];
}

export interface Signs {
  /**
   * The IANA time zone of the device. It shows where the person is now. The phone number and the languages only show
   * where the person is from.
   */
  readonly zone: string;
  readonly phone: string | null;
  readonly languages: readonly string[];
}

/**
 * Returns the country in which the person needs help. The time zone determines it. If the zone names no place (for
 * example UTC), the phone number determines it, or else the languages. Returns undefined if the country is unknown or
 * not in the table of emergency numbers.
 */
export function whereabouts({ zone, phone, languages }: Signs): Country | undefined {
  const here = countryOfZone(zone);
  if (here) return here;
  // The person is in a country that is not in the table. The numbers of their home country would be wrong there.
  if (/^(?:Africa|America|Asia|Atlantic|Europe|Indian|Pacific)\//.test(zone)) return undefined;
  const regions = languages.map((language) => language.split('-').at(-1));
  return countryOfPhone(phone) ?? regions.find(isCountry);
}

/**
 * Formats a phone number with its calling code, so that a doctor in another country can dial it. If the country of the
 * number is unknown, the number stays as typed.
 */
export function asDialled(typed: string, country: Country | undefined): string {
  const plain = typed
    .trim()
    .replace(/^\(\s*((?:\+|00)[\d ]+)\)/, '$1')
    .replace(/^00/, '+');
  if (plain.startsWith('+') || !country) return plain;
  const { dial, ...rest } = emergencyOf[country];
  const isTrunk = 'trunk' in rest && plain.startsWith('0');
  return `+${dial} ${isTrunk ? plain.slice(1) : plain}`;
}
