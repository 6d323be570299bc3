import type { Plan } from '#contract/base.ts';
import type { Speciality } from '#contract/directory.ts';
import type { Answers } from '#contract/intake.ts';
import { type Expression, Expressions } from '#contract/photo-kinds.ts';
import type { NewAccount } from '#server/domains/identity/index.ts';

/** The password of every demo account. `npm start` prints it. The accounts exist only outside production. */
export const DEMO_PASSWORD = 'quiet porcelain morning';

const account = (email: string, first_name: string, last_name: string) => ({
  email: `${email}@flaira.example`,
  password: DEMO_PASSWORD,
  first_name,
  last_name,
  is_demo: true,
});

const doctor = (speciality: Speciality, registration_number: string, is_verified: boolean): Partial<NewAccount> => ({
  role: 'practitioner',
  practitioner: {
    profession: 'doctor',
    speciality,
    registration_number,
    registration_body: 'Ordre des médecins',
    is_verified,
  },
});

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

/** Days since the team and the first members got their accounts. All other demo events happened later. */
export const DAYS_SINCE_START = 300;
const created_at = daysAgo(DAYS_SINCE_START);

/** The registration numbers are invented. Their check digits are wrong, so that no number is a real one. */
export const staff: Record<'admin' | 'doctor' | 'colleague' | 'newcomer' | 'desk', NewAccount> = {
  admin: { ...account('admin', 'Camille', 'Roy'), role: 'admin', created_at },
  doctor: {
    ...account('doctor', 'Hélène', 'Vasseur'),
    ...doctor('aesthetic_medicine', '10000000001', true),
    created_at,
  },
  colleague: {
    ...account('colleague', 'Inès', 'Aubry'),
    ...doctor('plastic_surgery', '10000000002', true),
    created_at,
  },
  newcomer: {
    ...account('newcomer', 'Paul', 'Lenoir'),
    ...doctor('dermatology', '10000000003', false),
    created_at: daysAgo(1),
  },
  desk: { ...account('desk', 'Nadia', 'Lopez'), role: 'desk', language: 'fr', created_at },
};

/**
 * Members without photos, who request appointments. Three of them are friends of Alice. The request of the fourth,
 * Anna, waits for Alice's answer.
 */
export const members: readonly NewAccount[] = [
  account('sofia', 'Sofia', 'Lindqvist'),
  account('noor', 'Noor', 'Haddad'),
  account('hugo', 'Hugo', 'Martins'),
  account('anna', 'Anna', 'Weiss'),
].map((member) => ({ ...member, created_at, birth_date: '1990-06-15' }));

/** People with a visit at the demo clinic: two with the doctor, the third with the colleague. */
export const visitors: readonly NewAccount[] = [
  account('odile', 'Odile', 'Marchand'),
  account('mehdi', 'Mehdi', 'Carrel'),
  { ...account('lea', 'Léa', 'Besson'), phone: '+33 6 55 57 01 22' },
].map((visitor) => ({ ...visitor, created_at, birth_date: '1979-01-23' }));

export interface DemoPatient {
  readonly account: NewAccount;
  readonly face: 'A' | 'B' | 'C';
  readonly birth_date: string;
  readonly plan: Plan;
  readonly answers: Answers;
  /** The expressions whose photos the patient adds after the case is received and before a doctor takes it. */
  readonly expressions: readonly Expression[];
  readonly hoursSinceReceipt: number;
  /** How far the case has progressed. */
  readonly stage: 'received' | 'in_review' | 'published';
}

const answers = (given: Partial<Answers>): Answers => ({
  treatments_history: ['no'],
  knowledge_level: '3',
  main_goals: ['anti_aging'],
  facial_areas: ['forehead', 'eyes'],
  facial_areas_other: '',
  avoid_treatments: [],
  avoid_other: '',
  result_type: 'very_natural',
  ...given,
});

/** The faces are composites and show no real person. Names, ages and answers are invented. */
export const patients: readonly DemoPatient[] = [
  {
    account: { ...account('alice', 'Alice', 'Fournier'), plan: 'plus', created_at: daysAgo(120) },
    face: 'A',
    birth_date: '1985-03-14',
    plan: 'plus',
    answers: answers({
      main_goals: ['radiance', 'dark_circles'],
      facial_areas: ['eyes', 'lips', 'cheekbones'],
      result_type: 'visible_harmony',
    }),
    expressions: [],
    hoursSinceReceipt: 64,
    stage: 'published',
  },
  {
    account: { ...account('bruno', 'Bruno', 'Keller'), plan: 'essential' },
    face: 'B',
    birth_date: '1981-09-02',
    plan: 'essential',
    answers: answers({
      main_goals: ['contours', 'harmonize'],
      facial_areas: ['jawline', 'chin'],
      avoid_treatments: ['threads'],
    }),
    expressions: Expressions,
    hoursSinceReceipt: 45,
    stage: 'in_review',
  },
  {
    account: { ...account('carl', 'Carl', 'Moreau'), plan: 'free' },
    face: 'C',
    birth_date: '1964-11-30',
    plan: 'free',
    answers: answers({
      treatments_history: ['botox_fillers_threads'],
      facial_areas: ['forehead', 'eyes', 'neck'],
      result_type: 'unsure',
    }),
    expressions: [],
    hoursSinceReceipt: 5,
    stage: 'received',
  },
];

/**
 * The staff, the members and the patients. The visitors, the community's writers and the other practitioners of the
 * directory are not included.
 */
export const accounts: readonly NewAccount[] = [
  ...Object.values(staff),
  ...members,
  ...patients.map(({ account }) => account),
];

/** Returns the list of demo accounts that `npm start` prints. */
export function listAccounts(): string {
  const named = [
    ...Object.entries(staff),
    ...patients.map(({ account, stage }) => [`patient, ${stage.replace('_', ' ')}`, account] as const),
  ];
  const lines = named.map(([role, { email }]) => `  ${email.padEnd(28)} ${role}`);
  return `Demo accounts, password "${DEMO_PASSWORD}":\n${lines.join('\n')}`;
}
