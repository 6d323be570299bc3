import type { Visibility } from '#contract/community.ts';

/** Invented people, by the name under which they write. The two doctors have the demo accounts. */
export const members = {
  marion: {
    first_name: 'Marion',
    last_name: 'Keller',
    plan: 'plus',
    handle: 'marion_k',
    display_name: 'Marion K.',
    bio: 'Two peels, one brow, many questions.',
  },
  theo: {
    first_name: 'Théo',
    last_name: 'Garnier',
    plan: 'elite',
    handle: 'theo',
    display_name: 'Théo',
    bio: 'I keep the lists short and the tone kind.',
  },
  sofia: { first_name: 'Sofia', last_name: 'Lind', plan: 'free', handle: 'sofia_l', display_name: 'Sofia', bio: '' },
  nadia: {
    first_name: 'Nadia',
    last_name: 'Benali',
    plan: 'essential',
    handle: 'nadia_b',
    display_name: 'Nadia',
    bio: 'Peau réactive depuis toujours.',
  },
  jules: { first_name: 'Jules', last_name: 'Perrin', plan: 'free', handle: 'jules_p', display_name: 'Jules', bio: '' },
  ana: {
    first_name: 'Ana',
    last_name: 'Ortiz',
    plan: 'elite',
    handle: 'ana_o',
    display_name: 'Ana',
    bio: 'Travels light, reads the consent form twice.',
  },
} as const;
export type Writer = keyof typeof members | 'doctor' | 'colleague';

export interface DemoChannel {
  readonly name: string;
  readonly owner: keyof typeof members;
  readonly visibility: Visibility;
  readonly isOnWeb?: boolean;
  readonly description: string;
  readonly themes: readonly string[];
  readonly rules: readonly string[];
}

export const channels: readonly DemoChannel[] = [
  {
    name: 'SkincareScience',
    owner: 'theo',
    visibility: 'open',
    isOnWeb: true,
    description: 'Evidence on skin, read slowly. Sources welcome, brands are not.',
    themes: ['Skincare', 'Peeling', 'Sun care', 'Retinoids'],
    rules: ['Say where a claim comes from.', 'Your own face only.', 'No prices, no brands, no selling.'],
  },
  {
    name: 'FaceCare',
    owner: 'marion',
    visibility: 'open',
    isOnWeb: true,
    description: 'Morning and evening routines for real mornings and evenings.',
    themes: ['Routine', 'Hydration', 'Sensitive skin'],
    rules: ['Four lines are enough for a routine.', 'Be kind to beginners.'],
  },
  {
    name: 'Injectables',
    owner: 'theo',
    visibility: 'open',
    description: 'Botulinum toxin and fillers: what moved, what did not, and what we would ask next time.',
    themes: ['Botox', 'Fillers', 'Aftercare'],
    rules: ['Experiences, not doses.', 'Products are never sold or promoted here.'],
  },
  {
    name: 'Clinics and Journey',
    owner: 'ana',
    visibility: 'open',
    isOnWeb: true,
    description: 'Choosing a clinic, travelling for care, and the questions that are worth asking twice.',
    themes: ['Choosing Clinics', 'Travel', 'First consultation'],
    rules: ['No ranking of named doctors.'],
  },
  {
    name: 'Peau sensible',
    owner: 'nadia',
    visibility: 'open',
    description: 'Pour les peaux qui répondent : routines lentes, réactions honnêtes, aucune crème miracle.',
    themes: ['Rosacea', 'Sensitive skin', 'Redness'],
    rules: ['On décrit, on ne diagnostique pas.', 'Uniquement son propre visage.'],
  },
  {
    name: 'Après le laser',
    owner: 'nadia',
    visibility: 'open',
    description: 'Les jours d’après : rougeurs, soleil, patience. Pour une urgence, appelez le 15 ou le 112.',
    themes: ['Laser', 'Aftercare', 'Sun care'],
    rules: ['Une douleur qui augmente se dit à un médecin, pas ici.'],
  },
  {
    name: 'The Quiet Room',
    owner: 'marion',
    visibility: 'paid',
    description: 'Longer diaries and calmer talk for Essential, Plus and Elite members.',
    themes: ['Expectations', 'Before and after'],
    rules: ['What is told here stays here.'],
  },
  {
    name: 'Elite Salon',
    owner: 'theo',
    visibility: 'elite_only',
    description: 'Evenings with our practitioners, for Elite members.',
    themes: ['Longevity', 'Prevention'],
    rules: ['One question each, so that everybody gets an answer.'],
  },
];
