import type { Country } from './emergency-numbers.ts';

/**
 * The rules of each country's law on what we may show to the public, as of November 2026. Each rule names its source,
 * so that counsel can check it. If the law allows something only under conditions, the rule is "no". The `lawful`
 * wording of the site is therefore safe even if the conditions are not met. Counsel confirms the rules of a country
 * before the site opens there. `emergency-numbers.ts` uses the same country codes.
 */
export interface Rule {
  readonly may: boolean;
  /** The law with its article, or the code of conduct, that the rule is based on. */
  readonly source: string;
}

/** Subjects of advertising law. `act_prices`: prices of treatments. */
export const Shown = ['medicines', 'act_prices', 'discounts', 'testimonials', 'before_after', 'rewards'] as const;
export type Shown = (typeof Shown)[number];

export interface RegionRules {
  readonly show: Readonly<Record<Shown, Rule>>;
  /**
   * Days of reflection after the quote for a cosmetic operation. Until these days have passed, the patient cannot pay
   * and the operation cannot take place. Zero: the law sets no number of days. Injections have no reflection period.
   */
  readonly reflection: { readonly days: number; readonly source: string };
  readonly age: { readonly least: number; readonly source: string };
  /** Languages in which consumers must be informed. The public pages of the product are in English and French. */
  readonly languages: { readonly codes: readonly string[]; readonly source: string };
  readonly authorities: { readonly data: string; readonly products: string; readonly order: string };
}

const yes = (source: string): Rule => ({ may: true, source });
const no = (source: string): Rule => ({ may: false, source });

const CONSUMER_LANGUAGE = 'Directive 2011/83/EU, art. 6(7), and the national consumer code';

export const regionRules = {
  FR: {
    show: {
      medicines: no('Code de la santé publique, art. L5122-6: no public advertising of prescription medicines'),
      act_prices: yes(
        'Code de la santé publique, art. R4127-53 and L1111-3: prices are information due to the patient',
      ),
      discounts: no('Code de la santé publique, art. R4127-19 (no commerce) and R4127-53 (fees with tact and measure)'),
      testimonials: no('Code de la santé publique, art. R4127-19-1, I: no testimonials of third parties'),
      before_after: no('Code de la santé publique, art. R4127-19-1 and L6322-1 (cosmetic surgery)'),
      rewards: no('Code de la santé publique, art. R4127-23 (compérage) and R4127-24'),
    },
    reflection: { days: 15, source: 'Code de la santé publique, art. D6322-30 (cosmetic surgery)' },
    age: { least: 18, source: 'Code civil, art. 414' },
    languages: { codes: ['fr'], source: 'Loi n° 94-665 du 4 août 1994, art. 2' },
    authorities: { data: 'CNIL', products: 'ANSM', order: 'Conseil national de l’Ordre des médecins' },
  },
  BE: {
    show: {
      medicines: no('Loi du 25 mars 1964 sur les médicaments, art. 9; arrêté royal du 7 avril 1995, art. 2'),
      act_prices: yes('Loi du 22 avril 2019 relative à la qualité de la pratique des soins, art. 31'),
      discounts: no('Loi du 23 mai 2013 (médecine esthétique), art. 20/1'),
      testimonials: no('Loi du 23 mai 2013 (médecine esthétique), art. 20/1'),
      before_after: no('Loi du 23 mai 2013 (médecine esthétique), art. 20/1: no results of treatments'),
      rewards: no('Loi du 10 mai 2015 (professions des soins de santé), art. 38; Code de déontologie médicale'),
    },
    reflection: { days: 15, source: 'Loi du 23 mai 2013 (médecine esthétique), art. 18 (cosmetic surgery)' },
    age: { least: 18, source: 'Code civil, art. 488; Loi du 23 mai 2013, art. 17' },
    languages: { codes: ['fr', 'nl', 'de'], source: 'Code de droit économique, art. VI.45' },
    authorities: { data: 'Autorité de protection des données', products: 'AFMPS', order: 'Ordre des médecins' },
  },
  CH: {
    show: {
      medicines: no('Loi sur les produits thérapeutiques (RS 812.21), art. 32, al. 2, let. a'),
      act_prices: yes('Ordonnance sur l’indication des prix (RS 942.211), art. 10'),
      discounts: no('Loi sur les professions médicales (RS 811.11), art. 40, let. d: objective, not intrusive'),
      testimonials: no('Loi sur les professions médicales, art. 40, let. d; Code de déontologie FMH, art. 20'),
      before_after: no('Loi sur les professions médicales, art. 40, let. d; Code de déontologie FMH, art. 20'),
      rewards: no('Code de déontologie FMH: no payment for sending patients'),
    },
    reflection: { days: 0, source: 'No federal rule; Code de déontologie FMH: time to consent' },
    age: { least: 18, source: 'Code civil (RS 210), art. 14' },
    languages: { codes: ['de', 'fr', 'it'], source: 'No general rule; the language of the contract' },
    authorities: { data: 'PFPDT', products: 'Swissmedic', order: 'FMH and the cantonal health authority' },
  },
  LU: {
    show: {
      medicines: no('Règlement grand-ducal du 15 décembre 1992 (médicaments), after directive 2001/83/EC, art. 88'),
      act_prices: yes('Code de la consommation, art. L. 112-1'),
      discounts: no('Code de déontologie des professions de médecin (2013): no commerce'),
      testimonials: no('Code de déontologie des professions de médecin (2013): no advertising'),
      before_after: no('Code de déontologie des professions de médecin (2013): no advertising'),
      rewards: no('Code de déontologie des professions de médecin (2013): no compérage'),
    },
    reflection: { days: 0, source: 'Loi du 24 juillet 2014 (droits du patient), art. 8: time to consent' },
    age: { least: 18, source: 'Code civil, art. 388' },
    languages: { codes: ['fr', 'de', 'lb'], source: CONSUMER_LANGUAGE },
    authorities: { data: 'CNPD', products: 'Direction de la santé', order: 'Collège médical' },
  },
  CA: {
    show: {
      medicines: no('Food and Drug Regulations, C.01.044: name, price and quantity only, never with a benefit'),
      act_prices: yes('Competition Act, s. 74.01; codes of the provinces'),
      discounts: no('Ontario Regulation 114/94, s. 6; Code de déontologie des médecins (Québec), art. 88 to 94'),
      testimonials: no('Ontario Regulation 114/94, s. 6; Code de déontologie des médecins (Québec), art. 88 to 94'),
      before_after: no('Codes of the provincial colleges: allowed under conditions that differ'),
      rewards: no('Ontario Regulation 114/94, Part IV (conflict of interest); codes of the other provinces'),
    },
    reflection: { days: 0, source: 'No federal rule; consent law of the provinces' },
    age: { least: 18, source: '18 or 19 by province: Age of Majority Acts' },
    languages: { codes: ['en', 'fr'], source: 'Charte de la langue française (Québec), art. 51 to 58' },
    authorities: {
      data: 'Office of the Privacy Commissioner; Commission d’accès à l’information (Québec)',
      products: 'Health Canada',
      order: 'College of physicians of the province',
    },
  },
  GB: {
    show: {
      medicines: no('Human Medicines Regulations 2012, reg. 284; CAP Code, rule 12.12'),
      act_prices: yes('CAP Code, section 3; Digital Markets, Competition and Consumers Act 2024, s. 230'),
      discounts: no('GMC, Guidance for doctors who offer cosmetic interventions (2016): no promotional tactics'),
      testimonials: yes('CAP Code, rules 3.45 to 3.48: genuine, with evidence held'),
      before_after: no('CAP Code, rules 3.1 and 12.12: not for prescription medicines, not if misleading'),
      rewards: no('GMC, Guidance for doctors who offer cosmetic interventions (2016): no inducements'),
    },
    reflection: { days: 14, source: 'Royal College of Surgeons, Professional Standards for Cosmetic Surgery' },
    age: { least: 18, source: 'Botulinum Toxin and Cosmetic Fillers (Children) Act 2021' },
    languages: { codes: ['en'], source: 'No general rule; plain language, Consumer Rights Act 2015, s. 68' },
    authorities: { data: 'ICO', products: 'MHRA', order: 'General Medical Council' },
  },
  DE: {
    show: {
      medicines: no('Heilmittelwerbegesetz, § 10 Abs. 1'),
      act_prices: yes('Preisangabenverordnung, § 3; fees after the Gebührenordnung für Ärzte'),
      discounts: no('Heilmittelwerbegesetz, § 7; Gebührenordnung für Ärzte, § 5'),
      testimonials: no('Heilmittelwerbegesetz, § 11 Abs. 1 Nr. 11: only within limits'),
      before_after: no('Heilmittelwerbegesetz, § 11 Abs. 1 Satz 3; BGH, 31 July 2025, I ZR 170/24 (injections)'),
      rewards: no('Musterberufsordnung-Ärzte, § 31; Heilmittelwerbegesetz, § 7'),
    },
    reflection: { days: 0, source: 'Bürgerliches Gesetzbuch, § 630e Abs. 2 Nr. 2: in good time' },
    age: { least: 18, source: 'Bürgerliches Gesetzbuch, § 2' },
    languages: { codes: ['de'], source: CONSUMER_LANGUAGE },
    authorities: { data: 'BfDI and the authority of the state', products: 'BfArM', order: 'Landesärztekammer' },
  },
  ES: {
    show: {
      medicines: no('Real Decreto Legislativo 1/2015, art. 80; Real Decreto 1416/1994'),
      act_prices: yes('Real Decreto Legislativo 1/2007, art. 20'),
      discounts: no('Real Decreto 1907/1996, art. 4; Código de Deontología Médica'),
      testimonials: no('Real Decreto 1907/1996, art. 4.7'),
      before_after: no('Real Decreto 1907/1996, art. 4: no assurance of results'),
      rewards: no('Código de Deontología Médica: no commission for patients'),
    },
    reflection: { days: 0, source: 'Ley 41/2002, art. 8 and 10: time to consent' },
    age: { least: 18, source: 'Código Civil, art. 240' },
    languages: { codes: ['es'], source: 'Real Decreto Legislativo 1/2007, art. 18 and 60' },
    authorities: { data: 'AEPD', products: 'AEMPS', order: 'Consejo General de Colegios Oficiales de Médicos' },
  },
  IT: {
    show: {
      medicines: no('Decreto legislativo 219/2006, art. 115'),
      act_prices: yes('Decreto-legge 223/2006, art. 2; Codice di deontologia medica, art. 56'),
      discounts: no('Legge 145/2018, art. 1, comma 525: nothing promotional or suggestive'),
      testimonials: no('Legge 145/2018, art. 1, comma 525'),
      before_after: no('Legge 145/2018, art. 1, comma 525; Codice di deontologia medica, art. 56'),
      rewards: no('Codice di deontologia medica, art. 30 (conflict of interest)'),
    },
    reflection: { days: 0, source: 'Legge 219/2017, art. 1: time to consent' },
    age: { least: 18, source: 'Codice civile, art. 2; Legge 86/2012' },
    languages: { codes: ['it'], source: 'Decreto legislativo 206/2005, art. 9' },
    authorities: {
      data: 'Garante per la protezione dei dati personali',
      products: 'Ministero della Salute',
      order: 'FNOMCeO',
    },
  },
  AE: {
    show: {
      medicines: no(
        'Federal Decree-Law 38 of 2024 on medical products; licence of the ministry for each advertisement',
      ),
      act_prices: no('Cabinet Resolution on health advertisements: licence for each advertisement'),
      discounts: no('Cabinet Resolution on health advertisements: licence for each advertisement'),
      testimonials: no('Cabinet Resolution on health advertisements: licence for each advertisement'),
      before_after: no('Cabinet Resolution on health advertisements: licence for each advertisement'),
      rewards: no('Federal Decree-Law 4 of 2016 on medical liability, as amended'),
    },
    reflection: { days: 0, source: 'Federal Decree-Law 4 of 2016 on medical liability: consent' },
    age: { least: 18, source: 'Federal Decree-Law 4 of 2016 on medical liability (consent); civil law on majority' },
    languages: { codes: ['ar', 'en'], source: 'Federal Decree-Law 15 of 2020 on consumer protection' },
    authorities: { data: 'UAE Data Office', products: 'Emirates Drug Establishment', order: 'MOHAP, DHA or DoH' },
  },
  US: {
    show: {
      medicines: no('21 CFR 202.1: only with a brief summary of risks; no reminder advertisement for a boxed warning'),
      act_prices: yes('FTC Act, s. 5; rules of the state medical boards'),
      discounts: no('Rules of the state medical boards; fee-splitting laws of the states'),
      testimonials: no('16 CFR 255: typical results and disclosures; some state boards forbid them'),
      before_after: no('16 CFR 255; some state boards want conditions'),
      rewards: no('Anti-kickback and fee-splitting laws of the states; 42 USC 1320a-7b'),
    },
    reflection: { days: 0, source: 'No federal rule; informed consent of the states' },
    age: { least: 18, source: 'Age of majority: 18, in some states 19 or 21' },
    languages: { codes: ['en'], source: 'No general rule' },
    authorities: { data: 'FTC; HHS Office for Civil Rights', products: 'FDA', order: 'State medical board' },
  },
} as const satisfies Partial<Record<Country, RegionRules>>;

const UNKNOWN = 'No law named: the strictest rule applies until counsel has written a row for the country';

/**
 * The rules for all other countries. They forbid everything that at least one listed country forbids. The only
 * exception is prices of treatments, which they allow.
 */
export const otherRules: RegionRules = {
  show: {
    medicines: no(UNKNOWN),
    act_prices: yes('Prices are what a consumer must know before an order'),
    discounts: no(UNKNOWN),
    testimonials: no(UNKNOWN),
    before_after: no(UNKNOWN),
    rewards: no(UNKNOWN),
  },
  reflection: { days: 15, source: UNKNOWN },
  age: { least: 18, source: 'Terms of use' },
  languages: { codes: ['en', 'fr'], source: 'The languages of the public pages' },
  authorities: { data: 'Local authority', products: 'Local authority', order: 'Local register' },
};

export const RuledCountries = Object.keys(regionRules) as (keyof typeof regionRules)[];

/** Returns the rules of a country, or the rules for all other countries. */
export const rulesOf = (region: string): RegionRules =>
  (regionRules as Readonly<Record<string, RegionRules>>)[region] ?? otherRules;
