/**
 * The French versions of the remarks about the sources in `contract/src/regions.ts`. Names of laws stay in the language
 * of their country. If a remark contains a shorter remark, the longer one is replaced first.
 */
const remarks: readonly (readonly [english: string, french: string])[] = [
  [
    'No law named: the strictest rule applies until counsel has written a row for the country',
    'Aucune loi nommée : la règle la plus stricte s’applique tant qu’aucun juriste n’a rédigé la ligne du pays',
  ],
  ['Prices are what a consumer must know before an order', 'Le prix doit être connu avant toute commande'],
  ['The languages of the public pages', 'Les langues des pages publiques'],
  ['Terms of use', 'Conditions d’utilisation'],
  [
    'no public advertising of prescription medicines',
    'pas de publicité auprès du public pour les médicaments sur ordonnance',
  ],
  ['prices are information due to the patient', 'le prix est une information due au patient'],
  ['(no commerce)', '(pas de commerce)'],
  ['(fees with tact and measure)', '(honoraires fixés avec tact et mesure)'],
  ['no testimonials of third parties', 'pas de témoignages de tiers'],
  ['(cosmetic surgery)', '(chirurgie esthétique)'],
  ['no results of treatments', 'pas de résultats de traitements'],
  ['objective, not intrusive', 'objective, sans insistance'],
  ['no payment for sending patients', 'pas de rémunération pour l’envoi de patients'],
  ['No federal rule', 'Pas de règle fédérale'],
  ['informed consent of the states', 'consentement éclairé selon les États'],
  ['consent law of the provinces', 'droit du consentement des provinces'],
  ['time to consent', 'temps de réflexion avant le consentement'],
  ['the language of the contract', 'la langue du contrat'],
  ['No general rule', 'Pas de règle générale'],
  ['after directive', 'd’après la directive'],
  ['no commerce', 'pas de commerce'],
  ['no advertising', 'pas de publicité'],
  ['no compérage', 'pas de compérage'],
  ['name, price and quantity only, never with a benefit', 'nom, prix et quantité seulement, jamais avec un bénéfice'],
  ['codes of the provinces', 'codes des provinces'],
  ['codes of the other provinces', 'codes des autres provinces'],
  [
    'Codes of the provincial colleges: allowed under conditions that differ',
    'Codes des collèges provinciaux : admis à des conditions qui varient',
  ],
  ['(conflict of interest)', '(conflit d’intérêts)'],
  ['18 or 19 by province', '18 ou 19 ans selon la province'],
  ['art. 88 to 94', 'art. 88 à 94'],
  ['no promotional tactics', 'pas de procédés promotionnels'],
  ['no inducements', 'pas d’incitations'],
  ['genuine, with evidence held', 'authentiques, preuves conservées'],
  ['rules 3.45 to 3.48', 'règles 3.45 à 3.48'],
  [
    'not for prescription medicines, not if misleading',
    'pas pour les médicaments sur ordonnance, ni de façon trompeuse',
  ],
  ['rules 3.1 and 12.12', 'règles 3.1 et 12.12'],
  ['fees after the', 'honoraires d’après la'],
  ['only within limits', 'seulement dans certaines limites'],
  ['31 July 2025', '31 juillet 2025'],
  ['in good time', 'en temps utile'],
  ['no assurance of results', 'pas de garantie de résultat'],
  ['no commission for patients', 'pas de commission pour des patients'],
  ['nothing promotional or suggestive', 'rien de promotionnel ni de suggestif'],
  ['licence of the ministry for each advertisement', 'licence du ministère pour chaque publicité'],
  ['licence for each advertisement', 'licence pour chaque publicité'],
  ['as amended', 'modifiée'],
  ['civil law on majority', 'droit civil de la majorité'],
  ['(consent)', '(consentement)'],
  ['liability: consent', 'liability : consentement'],
  [
    'only with a brief summary of risks; no reminder advertisement for a boxed warning',
    'seulement avec un résumé des risques ; pas de publicité de rappel en cas d’avertissement encadré',
  ],
  ['fee-splitting laws of the states', 'lois des États sur le partage d’honoraires'],
  ['rules of the state medical boards', 'règles des ordres des États'],
  ['Rules of the state medical boards', 'Règles des ordres des États'],
  [
    'typical results and disclosures; some state boards forbid them',
    'résultats typiques et mentions ; certains ordres les interdisent',
  ],
  ['some state boards want conditions', 'certains ordres posent des conditions'],
  ['Anti-kickback and', 'Lois contre les commissions et'],
  ['Age of majority: 18, in some states 19 or 21', 'Majorité à 18 ans, 19 ou 21 dans certains États'],
  ['FMH and the cantonal health authority', 'FMH et autorité cantonale de la santé'],
  ['BfDI and the authority of the state', 'BfDI et autorité du Land'],
  ['College of physicians of the province', 'Ordre des médecins de la province'],
  ['State medical board', 'Ordre des médecins de l’État'],
  ['Local authority', 'Autorité locale'],
  ['Local register', 'Registre local'],
  ['DHA or DoH', 'DHA ou DoH'],
];

/** Matches an 'and' between two numbers of articles, but not an 'and' in the title of a law. */
const ARTICLES = / and (?=[RLD]?\d)/g;

/** Translates the source of a rule into French. */
export const inFrench = (source: string): string =>
  remarks
    .reduce((said, [english, french]) => said.replaceAll(english, french), source)
    .replaceAll(ARTICLES, ' et ')
    .replaceAll(/(\S): /g, '$1 : ');
