import { randomUUIDv7 } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Poses } from '#contract/intake.ts';
import { noMarkings } from '#contract/markings.ts';
import type { SafetyStatement } from '#contract/safety.ts';
import { type Recipes, type Rendering, Styles, type TreatmentPlan } from '#contract/drafts.ts';
import { clinicalTreatments, clinicalVersion, clinicalZones } from '#engine/clinical.ts';
import { isTreatmentName } from '#engine/recipe.ts';
import {
  acceptMark,
  getStudioCase,
  listMyCases,
  saveDraft,
  saveSkinScore,
  seeRendering,
  signAndPublish,
  takeCase,
  uploadRendering,
} from '#server/domains/simulation/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { proposedSessions } from '#web/features/studio/plan/sessions.ts';
import { askedRecipes, reasonsFor } from '#web/features/studio/treatment/reasons.ts';
import { facePath, measureFace, renderFace } from './faces.ts';
import type { DemoPatient } from './people.ts';

/** The doctor's notes, by demo face. */
const notes: Record<DemoPatient['face'], string> = {
  A: 'Your skin is even and your proportions are balanced, so little is needed. We begin around the eyes, look at the result two weeks later, and go on from there.',
  B: 'Your chin and jaw need little to look balanced. We go in small steps, and you decide after each visit.',
  C: 'We soften the lines of the forehead first and keep your expression. Nothing else is urgent.',
};
/**
 * The patients' statements in the video call, as the doctor notes them. They agree with the answers in
 * `talk-about-case.ts`.
 */
const told: Record<DemoPatient['face'], string> = {
  A: 'Cold sores once or twice a year, otherwise healthy. No medicines, no allergies, not pregnant, no earlier injections.',
  B: 'Aspirin 75 mg since 2024. No allergies. Does not know whether an earlier injection was a filler.',
  C: 'Healthy, no medicines, no allergies. Toxin in the forehead two years ago, without any trouble.',
};
/** Reasons for proposing a treatment despite a health answer. For face B, the doctor has not written a reason yet. */
const reasons: Record<DemoPatient['face'], SafetyStatement['reasons']> = {
  A: [
    {
      question: 'herpes',
      text: 'Your cold sores are rare. An antiviral from the day before each visit lowers the risk of another one.',
      given_to: { answer: 'yes', details: 'Once or twice a year' },
    },
  ],
  B: [],
  C: [],
};
const onTearTrough = 'A small amount, placed deep.';

/**
 * Returns doses and a treatment plan with exactly the treatments that the patient requested, in the visits that the
 * studio proposes.
 */
function workFor({ answers, face }: DemoPatient, now: Date): { recipes: Recipes; plan: TreatmentPlan } {
  const recipes = askedRecipes(answers);
  const proposed = proposedSessions(recipes.harmonious, reasonsFor(answers, null), []);
  const sessions = proposed.map((session) => ({
    ...session,
    items: session.items.map((item) =>
      item.treatment === 'tear_trough' ? { ...item, sentence: { text: onTearTrough, language: 'en' as const } } : item,
    ),
  }));
  const plan = {
    dataset: clinicalVersion,
    valid_months: 6,
    note_to_patient: notes[face],
    note_language: 'en',
  } as const;
  const treatments = Object.keys(recipes.harmonious.treatments).filter(isTreatmentName);
  const zones = new Set(treatments.flatMap((name) => clinicalTreatments[name].zone ?? []));
  const safety = {
    asked: {
      on: now.toISOString().slice(0, 10),
      channel: 'video' as const,
      text: told[face],
    },
    reasons: reasons[face],
    zones: [...zones].filter((zone) => clinicalZones[zone].danger !== 'usual'),
    not_before: null,
  };
  return { recipes, plan: { ...plan, safety, items: [], sessions } };
}

/** Takes the patient's case as this doctor and makes a first draft. Returns the case and the draft's version. */
export async function beginCase(
  ctx: Context,
  doctor: SignedIn,
  patientId: string,
  patient: DemoPatient,
): Promise<{ caseId: string; version: number }> {
  const [row] = await listMyCases(ctx, patientId);
  if (!row) throw new Error('a demo patient has no case');
  await takeCase(ctx, doctor, row.id);
  const { version } = await saveDraft(ctx, doctor, row.id, 0, {
    style: 'harmonious',
    ...workFor(patient, ctx.clock.now()),
    markings: noMarkings(),
  });
  return { caseId: row.id, version };
}

/**
 * Accepts the findings of the automatic check in a demo rendering. The doctor also signs these decisions. The function
 * therefore returns the new seal (SHA-256 of the content to sign), or null if there were no findings.
 */
async function acceptMarks(
  ctx: Context,
  doctor: SignedIn,
  caseId: string,
  { id, marks }: Rendering,
): Promise<string | null> {
  if (!marks?.length) return null;
  for (const mark of marks.keys())
    await acceptMark(ctx, doctor, { case_id: caseId, rendering_id: id, mark, is_accepted: true });
  return (await getStudioCase(ctx, doctor, caseId)).seal;
}

/** Renders every pose in every style, stores the renderings, confirms the measured skin scores and signs the plan. */
export async function finishCase(
  ctx: Context,
  doctor: SignedIn,
  { caseId, version }: Awaited<ReturnType<typeof beginCase>>,
  patient: DemoPatient,
): Promise<void> {
  const { face } = patient;
  const { recipes } = workFor(patient, ctx.clock.now());
  let seal: string | null = null;
  for (const pose of Poses) {
    const pictures = await renderFace(
      readFileSync(facePath(face, pose)),
      Styles.map((style) => recipes[style]),
    );
    for (const [at, bytes] of pictures.entries()) {
      const made = { version, pose, style: Styles[at] ?? 'natural', bytes } as const;
      const uploaded = await uploadRendering(ctx, doctor, caseId, made);
      seal = uploaded.seal;
      await seeRendering(ctx, doctor, caseId, uploaded.rendering.id);
      seal = (await acceptMarks(ctx, doctor, caseId, uploaded.rendering)) ?? seal;
    }
  }
  const scores = await measureFace(readFileSync(facePath(face, 'front')));
  if (scores) ({ seal } = await saveSkinScore(ctx, doctor, caseId, scores));
  if (!seal) throw new Error('a demo case is incomplete');
  await signAndPublish(ctx, doctor, {
    case_id: caseId,
    version,
    seal,
    idempotency_key: randomUUIDv7(),
    time_zone: 'Europe/Paris',
    proven: { method: 'password', proof: null },
  });
  await ctx.outbox.drain();
}
