import type { UrgentSigns } from '../care.ts';

/** A sign that cannot wait for replies: those of the urgent report, and thoughts of suicide. */
export type RedFlag = (typeof UrgentSigns)[number] | 'distress';

/**
 * How people write about these signs in English and French, without accents and apostrophes. Wide on purpose: a false alarm costs one press, and a
 * missed sign can cost sight. To be reviewed by a doctor before a release.
 */
const phrases: Readonly<Record<RedFlag, readonly string[]>> = {
  distress: [
    'kill(?:ing)? myself',
    'end my life',
    'suicid\\w*',
    'want(?:ed)? to die',
    'not want to live',
    'don t want to live',
    'me tuer',
    'envie de mourir',
    'fin a mes jours',
    'envie d en finir',
    'plus envie de vivre',
  ],
  vision: [
    '(?:can ?t|cannot|can not|could(?:n t)? not?|couldn t) see',
    '(?:lost|losing|loss of)(?: my| the)? (?:sight|vision|eyesight)',
    '(?:sight|vision|eyesight) (?:is |has |went |got |became )?(?:gone|changed|blurry|blurred|double|dark|worse)',
    '(?:blurry|blurred|double) (?:sight|vision)',
    '(?:went|gone|going|am) blind',
    'ne vois (?:plus|rien)',
    'perdu la (?:vue|vision)',
    'perte de (?:la )?(?:vue|vision)',
    '(?:vue|vision) (?:est |devient |devenue )?(?:double|floue|trouble|brouillee)',
    'vois (?:double|flou|trouble)',
  ],
  breathing: [
    '(?:can ?t|cannot|can not|hard to|harder to|trouble|difficulty|difficulties|struggl\\w+ to|problems?)(?: with)? (?:breath\\w*|swallow\\w*)',
    'short(?:ness)? of breath',
    '(?:tongue|throat) (?:is |has |feels )?(?:swell\\w*|swollen|closing)',
    'swollen (?:tongue|throat)',
    '(?:mal|peine|difficultes?|arrive (?:plus|pas)) a (?:respirer|avaler)',
    '(?:respire|avale) (?:mal|plus)',
    'gene respiratoire',
    '(?:langue|gorge) (?:est |qui )?(?:gonfl\\w*|enfl\\w*)',
  ],
  blanching: [
    'skin (?:\\w+ ){0,3}(?:turn\\w*|went|gone|going|became|is) (?:\\w+ )?(?:white|grey|gray|mottled|blue|purple|black)',
    '(?:turn\\w*|went) (?:white|grey|gray|mottled|black) (?:after|around|where|above|below)',
    'peau (?:\\w+ ){0,3}(?:blanchi\\w*|marbree?|(?:devient|devenue|est) (?:toute )?(?:blanche|grise|noire|violette|marbree))',
  ],
  severe_pain: [
    '(?:severe|unbearable|excruciating|extreme|intense|terrible) pain',
    'pain (?:is |that is |keeps )?(?:unbearable|excruciating|severe|getting (?:much )?worse|gets worse)',
    'douleurs? (?:\\w+ )?(?:insupportables?|intenses?|atroces?|violentes?|tres fortes?)',
    'douleur (?:\\w+ )?(?:s aggrave|empire|augmente)',
  ],
  weakness: [
    '(?:face|mouth|smile) (?:is |has )?(?:droop\\w*|fallen|paralys\\w*)',
    '(?:arm|leg) (?:is |feels |has )?(?:weak|numb|paralys\\w*)',
    'slurred speech',
    '(?:trouble|difficulty|hard) (?:to )?speak\\w*',
    '(?:visage|bouche) (?:qui )?(?:tombe|paralysee?)',
    '(?:bras|jambe) (?:est )?(?:faible|engourdie?|paralysee?)',
    '(?:mal|peine|difficultes?|arrive (?:plus|pas)) a parler',
  ],
  fever: [
    'fever (?:\\w+ ){0,8}(?:swell\\w*|swollen|red|hot|pus)',
    '(?:swell\\w*|swollen|red|hot|pus) (?:\\w+ ){0,8}fever',
    'fievre (?:\\w+ ){0,8}(?:gonfl\\w*|enfl\\w*|rouge|chaude?|pus)',
    '(?:gonfl\\w*|enfl\\w*|rouge|chaude?|pus) (?:\\w+ ){0,8}fievre',
  ],
};

/** 'No trouble breathing', 'sans fièvre': the sign is denied. */
const DENIED = '(?<!\\b(?:no|without|never|not|any|sans|aucune?|pas de|pas d|jamais)(?: \\w+)? )';

const patterns = Object.entries(phrases).map(
  ([sign, all]) => [sign as RedFlag, new RegExp(`${DENIED}\\b(?:${all.join('|')})\\b`)] as const,
);

/** The first sign in a text of words or HTML, the gravest first; null without one. */
export function redFlagIn(text: string): RedFlag | null {
  const words = text
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ');
  return patterns.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}
