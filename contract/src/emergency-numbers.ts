/**
 * Emergency numbers by country, as of November 2026. The comment before each row names the sources. The operator of
 * Flaira must check every number against the sources before each release, and before Flaira opens in a country. If the
 * ambulance service has its own number, that number comes first, because medical staff answer it without a transfer.
 */
export interface Emergency {
  /**
   * Numbers to call. A number for medical help comes first, the general number last. The red button calls the first
   * number.
   */
  readonly call: readonly [string, ...string[]];
  /** Number for text messages of people who cannot hear or speak on the phone. */
  readonly text?: string;
  /** Helpline for people who are thinking of suicide. */
  readonly distress?: string;
  /** Phone number for medical advice when there is no immediate danger. */
  readonly advice?: string;
  /** The country calling code, without the plus sign. */
  readonly dial: string;
  /** The first digit of national numbers. Callers leave it out after the country calling code. */
  readonly trunk?: '0';
}

export const emergencyOf = {
  // Sources: u.ae, Handling emergencies (998, 999); National Programme for Happiness and Wellbeing (800-HOPE)
  AE: { call: ['998', '999'], distress: '800 4673', dial: '971', trunk: '0' },
  // Sources: gesundheit.gv.at, Notrufnummern; telefonseelsorge.at; 1450.at
  AT: { call: ['144', '112'], distress: '142', advice: '1450', dial: '43', trunk: '0' },
  // Sources: triplezero.gov.au; lifeline.org.au
  AU: { call: ['000', '112'], distress: '13 11 14', dial: '61', trunk: '0' },
  // Sources: 112.be; zelfmoord1813.be
  BE: { call: ['112'], distress: '1813', dial: '32', trunk: '0' },
  // Sources: gov.br, SAMU 192; cvv.org.br
  BR: { call: ['192'], distress: '188', dial: '55', trunk: '0' },
  // Sources: crtc.gc.ca, 9-1-1 services; 988.ca; the provinces (811)
  CA: { call: ['911'], distress: '988', advice: '811', dial: '1' },
  // Sources: ch.ch, Emergency numbers in Switzerland; 143.ch
  CH: { call: ['144', '112'], distress: '143', dial: '41', trunk: '0' },
  // Sources: gov.cn, 120 medical emergency; National Health Commission, 12356
  CN: { call: ['120'], distress: '12356', dial: '86', trunk: '0' },
  // Sources: bundesregierung.de, Notruf 112; telefonseelsorge.de; 116117.de
  DE: { call: ['112'], distress: '0800 1110111', advice: '116117', dial: '49', trunk: '0' },
  // Sources: 112.es; Ministerio de Sanidad, Línea 024
  ES: { call: ['112'], distress: '024', dial: '34' },
  // Sources: service-public.fr, Numéros d’urgence: 15, 112, 114 by text; 3114.fr
  FR: { call: ['15', '112'], text: '114', distress: '3114', dial: '33', trunk: '0' },
  // Sources: nhs.uk, When to call 999 and 111; samaritans.org
  GB: { call: ['999', '112'], distress: '116 123', advice: '111', dial: '44', trunk: '0' },
  // Sources: hse.ie, Emergency departments: 112 or 999; samaritans.org
  IE: { call: ['112', '999'], distress: '116 123', dial: '353', trunk: '0' },
  // Sources: 112.gov.it, How it works; nue112er.it (118 stays active); telefonoamico.it. 112 comes first although the
  // ambulance service has its own number: it works in every region and without a SIM card, locates the caller and has
  // interpreters. Where the single answering centres do not exist yet, the Carabinieri answer 112 and pass the call on.
  IT: { call: ['112', '118'], distress: '02 2327 2327', dial: '39' },
  // Source: fdma.go.jp, 119
  JP: { call: ['119'], dial: '81', trunk: '0' },
  // Sources: nfa.go.kr, 119; Ministry of Health and Welfare, 109
  KR: { call: ['119'], distress: '109', dial: '82', trunk: '0' },
  // Sources: 112.public.lu; 454545.lu
  LU: { call: ['112'], distress: '45 45 45', dial: '352' },
  // Source: gouv.mc, Numéros d’urgence
  MC: { call: ['18', '112'], dial: '377' },
  // Sources: 112.nl; 113.nl
  NL: { call: ['112'], distress: '113', dial: '31', trunk: '0' },
  // Source: helsenorge.no, 113
  NO: { call: ['113', '112'], dial: '47' },
  // Sources: police.govt.nz, 111; 1737.org.nz
  NZ: { call: ['111'], distress: '1737', dial: '64', trunk: '0' },
  // Sources: 112.pt; sns24.gov.pt
  PT: { call: ['112'], advice: '808 24 24 24', dial: '351' },
  // Source: mchs.gov.ru, 112 and 103
  RU: { call: ['103', '112'], dial: '7' },
  // Sources: Saudi Red Crescent Authority, 997; Ministry of Health, 937
  SA: { call: ['997', '911'], advice: '937', dial: '966', trunk: '0' },
  // Sources: 911.gov; 988lifeline.org
  US: { call: ['911'], distress: '988', dial: '1' },
} as const satisfies Record<string, Emergency>;

export type Country = keyof typeof emergencyOf;
export const countries = Object.keys(emergencyOf) as Country[];

/**
 * The numbers for all other countries. 112 is the European emergency number, which most mobile networks in the world
 * connect (ITU-T E.161.1, GSMA).
 */
export const elsewhere: Pick<Emergency, 'call' | 'text' | 'distress' | 'advice'> = { call: ['112'] };

export const isCountry = (code: string | undefined): code is Country => code !== undefined && code in emergencyOf;
