import type { Practice, ProfileWords, Speciality, SpokenLanguage } from '#contract/directory.ts';
import { saveMyProfile } from '#server/domains/directory/index.ts';
import { createAccount, findUserByEmail, type NewAccount } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { DEMO_PASSWORD, staff } from './people.ts';

type Country = Practice['country'];
interface DemoPractitioner {
  readonly account: NewAccount;
  readonly profile: ProfileWords;
}

/** Names, addresses and numbers are invented; no number passes the check of a real register. */
const bodies: Record<Country, string> = {
  FR: 'Ordre des médecins',
  BE: 'Ordre des médecins (INAMI)',
  CH: 'MedReg (GLN)',
  LU: 'Collège médical',
  MC: 'Ordre des médecins de Monaco',
  CA: 'Collège des médecins du Québec',
};

const place = (name: string, street: string, postal_code: string, city: string, country: Country = 'FR'): Practice => ({
  name,
  street,
  postal_code,
  city,
  country,
});

interface Words {
  name: readonly [first: string, last: string];
  number: string;
  specialities: Speciality[];
  languages: SpokenLanguage[];
  en: string;
  fr: string;
  places: Practice[];
}

function practitioner({ name: [first_name, last_name], number, en, fr, ...words }: Words): DemoPractitioner {
  const email = `${first_name}.${last_name}@flaira.example`
    .normalize('NFD')
    .replaceAll(/[^\w.@]/g, '')
    .toLowerCase();
  const registration_body = bodies[words.places[0]?.country ?? 'FR'];
  return {
    account: {
      email,
      password: DEMO_PASSWORD,
      first_name,
      last_name,
      is_demo: true,
      role: 'practitioner',
      practitioner: {
        profession: 'doctor',
        speciality: words.specialities[0] ?? 'aesthetic_medicine',
        registration_number: number,
        registration_body,
        is_verified: true,
      },
    },
    profile: { ...words, introduction_en: en, introduction_fr: fr, is_listed: true },
  };
}

const invented: readonly DemoPractitioner[] = [
  practitioner({
    name: ['Marc', 'Delaunay'],
    number: '10000000104',
    specialities: ['plastic_surgery', 'eyelid_surgery'],
    languages: ['fr', 'en'],
    en: 'Surgeon of the face and the eyelids. I operate rarely and explain at length; many consultations end without an appointment.',
    fr: 'Chirurgien du visage et des paupières. J’opère peu et j’explique beaucoup ; nombre de consultations se terminent sans rendez-vous.',
    places: [place('Cabinet Monceau', '18, rue de Prony', '75017', 'Paris')],
  }),
  practitioner({
    name: ['Salima', 'Benhaddou'],
    number: '10000000112',
    specialities: ['aesthetic_medicine', 'injections', 'skin_quality'],
    languages: ['fr', 'ar', 'en'],
    en: 'Fifteen years of injections taught me to stop early. I begin with the skin, and leave expression alone.',
    fr: 'Quinze ans d’injections m’ont appris à m’arrêter tôt. Je commence par la peau et laisse l’expression tranquille.',
    places: [place('', '41, cours Franklin-Roosevelt', '69006', 'Lyon')],
  }),
  practitioner({
    name: ['Antoine', 'Rivière'],
    number: '10000000120',
    specialities: ['dermatology', 'laser'],
    languages: ['fr', 'es'],
    en: 'Dermatologist. Lasers for redness and pigment, after an examination of every mark I am shown.',
    fr: 'Dermatologue. Lasers des rougeurs et des taches, après examen de chaque lésion que l’on me montre.',
    places: [place('Centre du Vieux-Port', '7, quai de Rive-Neuve', '13007', 'Marseille')],
  }),
  practitioner({
    name: ['Claire', 'Etcheverry'],
    number: '10000000138',
    specialities: ['aesthetic_medicine', 'laser'],
    languages: ['fr', 'es', 'en'],
    en: 'General practitioner first, aesthetic doctor since 2012. I like small changes that nobody can name.',
    fr: 'Généraliste d’abord, médecin esthétique depuis 2012. J’aime les petits changements que personne ne sait nommer.',
    places: [
      place('', '22, cours de l’Intendance', '33000', 'Bordeaux'),
      place('Maison médicale', '3, avenue Foch', '64200', 'Biarritz'),
    ],
  }),
  practitioner({
    name: ['Hugo', 'Lefèvre'],
    number: '10000000146',
    specialities: ['maxillofacial_surgery', 'plastic_surgery'],
    languages: ['fr', 'en', 'de'],
    en: 'Maxillofacial surgeon. Profile, jaw and chin, from the bone outwards.',
    fr: 'Chirurgien maxillo-facial. Profil, mâchoire et menton, en partant de l’os.',
    places: [place('Clinique des Quais', '5, quai Finkwiller', '67000', 'Strasbourg')],
  }),
  practitioner({
    name: ['Anouk', 'Peeters'],
    number: '1-00000-00-990',
    specialities: ['aesthetic_medicine', 'injections'],
    languages: ['nl', 'fr', 'en'],
    en: 'I see people in Brussels and Antwerp, in three languages and without haste.',
    fr: 'Je reçois à Bruxelles et à Anvers, en trois langues et sans hâte.',
    places: [
      place('Cabinet Louise', '211, avenue Louise', '1050', 'Bruxelles', 'BE'),
      place('Praktijk Zurenborg', 'Cogels-Osylei 40', '2600', 'Antwerpen', 'BE'),
    ],
  }),
  practitioner({
    name: ['Laurent', 'Rochat'],
    number: '7600000000017',
    specialities: ['dermatology', 'skin_quality', 'laser'],
    languages: ['fr', 'de', 'en'],
    en: 'Skin before shape. I treat what can be treated and say what cannot.',
    fr: 'La peau avant la forme. Je soigne ce qui peut l’être et je dis ce qui ne le peut pas.',
    places: [
      place('', '12, rue du Rhône', '1204', 'Genève', 'CH'),
      place('', '9, rue de Bourg', '1003', 'Lausanne', 'CH'),
    ],
  }),
  practitioner({
    name: ['Sophie', 'Weis'],
    number: 'LU-0009901',
    specialities: ['aesthetic_medicine', 'skin_quality'],
    languages: ['fr', 'de', 'en', 'pt'],
    en: 'A small practice near the station, open early for people who cross a border to work.',
    fr: 'Un petit cabinet près de la gare, ouvert tôt pour qui passe une frontière avant le travail.',
    places: [place('', '28, avenue de la Liberté', '1930', 'Luxembourg', 'LU')],
  }),
  practitioner({
    name: ['Mathieu', 'Gagnon'],
    number: '99-0117',
    specialities: ['plastic_surgery', 'injections'],
    languages: ['fr', 'en'],
    en: 'Plastic surgeon in Montréal. Winter is a good time to think, and often a better one than to operate.',
    fr: 'Chirurgien plasticien à Montréal. L’hiver est un bon moment pour réfléchir, souvent meilleur que pour opérer.',
    places: [place('Clinique du Mont-Royal', '1250, avenue Laurier Ouest', 'H2V 2L3', 'Montréal', 'CA')],
  }),
  practitioner({
    name: ['Élise', 'Tremblay'],
    number: '99-0125',
    specialities: ['dermatology', 'laser'],
    languages: ['fr', 'en'],
    en: 'Dermatologist in Québec City, with a fondness for sensitive skin.',
    fr: 'Dermatologue à Québec, avec un faible pour les peaux sensibles.',
    places: [place('', '580, Grande Allée Est', 'G1R 2K2', 'Québec', 'CA')],
  }),
  practitioner({
    name: ['Nadine', 'Kowalski'],
    number: '10000000153',
    specialities: ['aesthetic_medicine', 'injections'],
    languages: ['fr', 'en', 'ru'],
    en: 'I ask what you would like to keep before I ask what you would like to change.',
    fr: 'Je demande ce que vous aimeriez garder avant de demander ce que vous aimeriez changer.',
    places: [place('', '14, rue Faidherbe', '59000', 'Lille')],
  }),
];

/** The two demo doctors are in the directory too. */
const known: readonly DemoPractitioner[] = [
  {
    account: staff.doctor,
    profile: {
      specialities: ['aesthetic_medicine', 'injections'],
      languages: ['fr', 'en'],
      introduction_en:
        'I prepare simulations for Flaira and see people in Paris. If doing nothing suits you best, the plan says so.',
      introduction_fr:
        'Je prépare des simulations pour Flaira et je reçois à Paris. Si ne rien faire vous va le mieux, le plan le dit.',
      places: [place('Cabinet de la rue du Bac', '96, rue du Bac', '75007', 'Paris')],
      is_listed: true,
    },
  },
  {
    account: staff.colleague,
    profile: {
      specialities: ['plastic_surgery'],
      languages: ['fr', 'en', 'it'],
      introduction_en:
        'Plastic surgeon in Paris and Nice. Simulations help me to agree with people on how little is enough.',
      introduction_fr:
        'Chirurgienne plasticienne à Paris et à Nice. Les simulations m’aident à convenir avec chacun de combien peu suffit.',
      places: [place('', '33, avenue Victor-Hugo', '75016', 'Paris'), place('', '8, rue de France', '06000', 'Nice')],
      is_listed: true,
    },
  },
];

/** Adds plausible entries to the directory. Existing entries stay. */
export async function seedDirectory(ctx: Context): Promise<void> {
  for (const { account, profile } of [...known, ...invented]) {
    const person = await findUserByEmail(ctx.db, account.email);
    const userId = person?.id ?? (await createAccount(ctx, account));
    const listed = ctx.db.selectFrom('practitioner_profiles').select('user_id').where('user_id', '=', userId);
    if (!(await listed.executeTakeFirst())) await saveMyProfile(ctx, userId, profile);
  }
}
