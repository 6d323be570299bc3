import { randomUUIDv7 } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Poses } from '#contract/intake.ts';
import { noMarkings } from '#contract/markings.ts';
import { Styles, type TreatmentPlan } from '#contract/drafts.ts';
import { clinicalVersion } from '#engine/clinical.ts';
import { scaleRecipe } from '#engine/presets.ts';
import type { Recipe } from '#engine/recipe.ts';
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
import type { SignedIn } from '#server/platform/http/caller.ts';
import { facePath, measureFace, renderFace } from './faces.ts';
import type { DemoPatient } from './people.ts';

/** What the plan below says. */
const harmonious: Recipe = {
  version: 1,
  dataset: clinicalVersion,
  treatments: { forehead: 9, glabella: 13, tear_trough: 0.3, redness: 75 },
};
const recipes = {
  natural: scaleRecipe(harmonious, 'natural'),
  harmonious,
  glamour: scaleRecipe(harmonious, 'glamour'),
};

const plan: TreatmentPlan = {
  dataset: clinicalVersion,
  valid_months: 6,
  safety: {
    asked: {
      on: new Date().toISOString().slice(0, 10),
      channel: 'video',
      text: 'Healthy, no medicines, no allergies, not pregnant, no earlier injections.',
    },
    reasons: [],
    zones: ['angular_artery'],
    not_before: null,
  },
  note_to_patient:
    'Your skin is even and your proportions are balanced, so little is needed. I would begin with the fine lines of the forehead and the shadow under the eyes, and look again after a month before anything else.',
  items: [
    {
      kind: 'botox',
      area: 'Forehead and glabella',
      dose: '22 U',
      sessions: 1,
      interval_weeks: 0,
      rationale: 'Softens the lines you see when you frown, and keeps the brows mobile.',
      risks: 'Bruising, headache, a heavy brow for some weeks; the effect fades after three to five months.',
      alternatives: 'Skincare with retinoids and sun protection, or doing nothing.',
    },
    {
      kind: 'hyaluronic_acid',
      area: 'Tear trough',
      dose: '0.3 mL per side',
      sessions: 1,
      interval_weeks: 0,
      rationale: 'Lifts the shadow that makes you look tired; a small amount, placed deep.',
      risks: 'Swelling and bruising for some days, asymmetry; very rarely a blocked vessel, which is an emergency.',
      alternatives: 'Skin boosters, concealer, or doing nothing.',
    },
    {
      kind: 'laser',
      area: 'Cheeks, diffuse redness',
      dose: '',
      sessions: 2,
      interval_weeks: 6,
      rationale: 'Evens the colour. Only after a month without sun.',
      risks: 'Redness for some days; darker or lighter patches, more often on tanned skin.',
      alternatives: 'Medical skincare with sun protection, or doing nothing.',
    },
  ],
};

/** The doctor takes the patient's case and makes a first draft. Answers the case and the version of the draft. */
export async function beginCase(
  ctx: Context,
  doctor: SignedIn,
  patientId: string,
): Promise<{ caseId: string; version: number }> {
  const [row] = await listMyCases(ctx, patientId);
  if (!row) throw new Error('a demo patient has no case');
  await takeCase(ctx, doctor, row.id);
  const { version } = await saveDraft(ctx, doctor, row.id, 0, {
    style: 'harmonious',
    recipes,
    plan,
    markings: noMarkings(),
  });
  return { caseId: row.id, version };
}

/** Renders every pose in every style, stores the pictures, confirms what was measured on the skin, and signs it all. */
export async function finishCase(
  ctx: Context,
  doctor: SignedIn,
  patientId: string,
  { face }: DemoPatient,
): Promise<void> {
  const { caseId, version } = await beginCase(ctx, doctor, patientId);
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
    }
  }
  const scores = await measureFace(readFileSync(facePath(face, 'front')));
  if (scores) ({ seal } = await saveSkinScore(ctx, doctor, caseId, scores));
  if (!seal) throw new Error('a demo case is incomplete');
  await signAndPublish(ctx, doctor, { case_id: caseId, version, seal, idempotency_key: randomUUIDv7() });
  await ctx.outbox.drain();
}
