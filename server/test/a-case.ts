import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { HistoryQuestions, type MedicalHistory } from '#contract/care.ts';
import { ConsentVersions } from '#contract/identity.ts';
import { type Answers, type PhotoKind, type Pose, Poses } from '#contract/intake.ts';
import { type GivenScores, ScoreNames } from '#contract/skin-score.ts';
import { noMarkings } from '#contract/markings.ts';
import type { StudioCase } from '#contract/cases.ts';
import { type Recipes, type Style, Styles, type TreatmentPlan } from '#contract/drafts.ts';
import { clinicalVersion } from '#engine/clinical.ts';
import { engineVersion } from '#engine/recipe.ts';
import { plannedItem } from '#engine/plan/planned.ts';
import { saveMedicalHistory } from '#server/domains/care/index.ts';
import { recordConsent } from '#server/domains/identity/index.ts';
import { appendUserPhoto, uploadUserPhoto } from '#server/domains/intake/index.ts';
import {
  listMyCases,
  saveDraft,
  saveSkinScore,
  seeRendering,
  signAndPublish,
  takeCase,
  uploadRendering,
} from '#server/domains/simulation/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import type { World } from './world.ts';

export const consentToSimulation = {
  purpose: 'simulation',
  version: ConsentVersions.simulation,
  language: 'en',
} as const;

export const someAnswers: Answers = {
  treatments_history: ['no'],
  knowledge_level: '3',
  main_goals: ['anti_aging', 'radiance'],
  facial_areas: ['forehead', 'other'],
  facial_areas_other: 'the left temple',
  avoid_treatments: [],
  avoid_other: '',
  result_type: 'visible_harmony',
};

/** Saves the patient's answers to the health questions. All answers are `no`, except for the answers in `yes`. */
export const tellHealth = (world: Context, { userId }: SignedIn, yes?: Parameters<typeof someHistory>[0]) =>
  saveMedicalHistory(world, userId, someHistory(yes));

/** Returns a medical history in which all answers are `no`, except for the answers in `yes`. */
export const someHistory = (yes: Partial<MedicalHistory['questions']> = {}): MedicalHistory => ({
  questions: {
    ...(Object.fromEntries(
      HistoryQuestions.map((question) => [question, { answer: 'no', details: '' }]),
    ) as MedicalHistory['questions']),
    ...yes,
  },
  medicines: '',
});

export const somePlan: TreatmentPlan = {
  dataset: clinicalVersion,
  valid_months: 6,
  safety: { asked: null, reasons: [], zones: ['infraorbital_artery'], not_before: null },
  note_to_patient: 'Chère Claire, nous commençons doucement. 0.5 mL “à peine”.',
  note_language: 'fr',
  items: [],
  sessions: [
    {
      weeks_after: 0,
      review: false,
      items: [
        {
          ...plannedItem('forehead', 12),
          reasons: ['asked'],
          sentence: { text: 'Lines at rest', language: 'en' },
        },
      ],
    },
    { weeks_after: 2, review: true, items: [] },
  ],
};

const recipe = (forehead: number) => ({
  version: 1 as const,
  dataset: clinicalVersion,
  engine: engineVersion,
  treatments: { forehead, cheek: { right: 0.1, left: 0.35 } },
});
export const someRecipes: Recipes = { natural: recipe(7), harmonious: recipe(12.5), glamour: recipe(16) };

/**
 * Returns the six values of a skin score, as if they had been measured. The values in `but` replace the default values.
 */
export const someScores = (value = 70, but: Partial<GivenScores> = {}): GivenScores => ({
  ...(Object.fromEntries(ScoreNames.map((name) => [name, { value, measured: value }])) as unknown as GivenScores),
  ...but,
});

/** The parts of the test fixture (`World`) that these factories need. */
type Clinic = Context & Pick<World, 'patient'>;

const pictures = new Map<string, Buffer>();

/** Returns a plain image that the service accepts. Each shade from 0 to 255 gives a different image. */
export async function aPicture(shade = 200, side = 640): Promise<Buffer> {
  const background = { r: shade % 256, g: 150, b: 130 };
  const key = `${background.r} ${side}`;
  const made =
    pictures.get(key) ??
    (await sharp({ create: { width: side, height: side, channels: 3, background } })
      .jpeg()
      .toBuffer());
  pictures.set(key, made);
  return made;
}

/** The birth date of every patient of these factories. */
export const someBirthDate = '1985-04-02';

/** Makes a patient who has consented and has photos of these kinds. By default the patient is an adult. */
export async function aPatientWithPhotos(
  world: Clinic,
  kinds: readonly PhotoKind[] = Poses,
  birthDate: string | null = someBirthDate,
): Promise<SignedIn> {
  const patient = await world.patient({ birth_date: birthDate });
  await withUser(world.db, patient.userId, (tx) => recordConsent(tx, patient, consentToSimulation, world.clock.now()));
  for (const kind of kinds) await takePhoto(world, patient, kind);
  await world.outbox.drain();
  return patient;
}

let shade = 0;
export async function takePhoto(world: Clinic, { userId }: SignedIn, pose: PhotoKind): Promise<string> {
  const { path } = await uploadUserPhoto(world, userId, { pose, bytes: await aPicture(shade++), isVerified: true });
  return (await appendUserPhoto(world, userId, pose, path)).id;
}

/** Makes a received case and its patient. */
export async function aCase(
  world: Clinic,
  kinds: readonly PhotoKind[] = Poses,
): Promise<{ patient: SignedIn; caseId: string }> {
  const patient = await aPatientWithPhotos(world, kinds);
  const [received] = await listMyCases(world, patient.userId);
  return { patient, caseId: received?.id ?? '' };
}

/**
 * Makes a case that this doctor has taken, with a draft of version 1. By default the doctor has made and viewed all its
 * renderings, so the case can be signed.
 */
export async function aDraftedCase(
  world: Clinic,
  doctor: SignedIn,
  { pictures = true, kinds = Poses }: { pictures?: boolean; kinds?: readonly PhotoKind[] } = {},
): Promise<{ patient: SignedIn; caseId: string; seal: string }> {
  const { patient, caseId } = await aCase(world, kinds);
  return { patient, caseId, seal: await drawCase(world, doctor, patient, caseId, pictures) };
}

/**
 * Takes a received case as this doctor and makes a draft. By default the doctor also makes and views all its
 * renderings. Returns the seal (SHA-256 of the content to sign).
 */
export async function drawCase(
  world: Clinic,
  doctor: SignedIn,
  patient: SignedIn,
  caseId: string,
  pictures = true,
): Promise<string> {
  await tellHealth(world, patient);
  const taken = await takeCase(world, doctor, caseId);
  await saveDraft(world, doctor, caseId, 0, {
    style: 'natural',
    recipes: someRecipes,
    plan: somePlan,
    markings: noMarkings(),
  });
  return pictures ? renderAll(world, doctor, taken, 1) : '';
}

export async function renderAll(
  world: Clinic,
  doctor: SignedIn,
  { id, photos }: Pick<StudioCase, 'id' | 'photos'>,
  version: number,
): Promise<string> {
  let seal = '';
  for (const { pose } of photos) {
    for (const style of Styles) seal = (await render(world, doctor, id, version, pose, style)).seal ?? '';
  }
  return seal;
}

export async function render(
  world: Clinic,
  doctor: SignedIn,
  caseId: string,
  version: number,
  pose: Pose,
  style: Style,
) {
  const made = await uploadRendering(world, doctor, caseId, { version, pose, style, bytes: await aPicture(shade++) });
  await seeRendering(world, doctor, caseId, made.rendering.id);
  return made;
}

export const signing = (case_id: string, seal: string, version = 1) => ({
  case_id,
  version,
  seal,
  idempotency_key: randomUUID(),
  time_zone: 'UTC',
  proven: { method: 'password', proof: null } as const,
});

/** Makes a case with three photos. Drafts, signs and publishes it as the given doctor, by default a new one. */
export async function aSignedCase(world: World, by?: SignedIn) {
  const doctor = by ?? (await world.practitioner());
  const made = await aDraftedCase(world, doctor);
  await signAndPublish(world, doctor, signing(made.caseId, made.seal));
  return { doctor, ...made };
}

/** Makes a patient with a signed case in which all six values of the skin score equal `value`. */
export async function aScoredPatient(world: World, value = 70): Promise<SignedIn> {
  const doctor = await world.practitioner();
  const { patient, caseId } = await aDraftedCase(world, doctor);
  const { seal } = await saveSkinScore(world, doctor, caseId, someScores(value));
  await signAndPublish(world, doctor, signing(caseId, seal ?? ''));
  await world.outbox.drain();
  return patient;
}
