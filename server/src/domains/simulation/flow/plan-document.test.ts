import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type Injection, type Markings, noMarkings } from '#contract/markings.ts';
import { objectKey } from '#server/platform/storage/object-key.ts';
import {
  aCase,
  aDraftedCase,
  aSignedCase,
  renderAll,
  signing,
  somePlan,
  someRecipes,
} from '../../../../test/a-case.ts';
import { codeOf } from '../../../../test/code-of.ts';
import { readPdf } from '../../../../test/read-pdf.ts';
import { aWorld } from '../../../../test/world.ts';
import {
  getMySimulation,
  getPlanDocument,
  getStudioCase,
  saveDraft,
  signAndPublish,
  verifySignature,
} from '../index.ts';

const draft = { style: 'natural', recipes: someRecipes, plan: somePlan, markings: noMarkings() } as const;

test('the verification code, even typed from paper, shows anyone only whether the signature is valid', async () => {
  const world = await aWorld();
  const { patient, caseId } = await aSignedCase(world);
  const shown = await getMySimulation(world, patient.userId, caseId);
  const typed = shown.signature.verification_code.toLowerCase().replace(/(.{4})/g, '$1-');
  expect(await verifySignature(world, typed)).toEqual({
    state: 'valid',
    signed_on: '2026-11-20',
    proof: { method: 'password', seal: shown.signature.seal, passkey: null, timestamp: null },
  });
  expect(await verifySignature(world, 'NOBODYHASTHISONE')).toEqual({ state: 'unknown', signed_on: null, proof: null });

  const stored = objectKey(shown.renderings[0]?.id ?? '', 'full');
  await writeFile(`${world.config.dataDir}/objects/${stored}`, 'another picture');
  expect((await verifySignature(world, typed)).state).toBe('broken');
});

test('a signature of a demo account counts as made with two-step sign-in only in production, where it is required', async () => {
  const world = await aWorld();
  const { patient, caseId } = await aSignedCase(world, await world.practitioner({ is_demo: true }));
  const methodsIn = async (place: typeof world) => {
    const { signature } = await getMySimulation(place, patient.userId, caseId);
    const { proof } = await verifySignature(place, signature.verification_code);
    return [signature.method, proof?.method];
  };
  expect(await methodsIn(world)).toEqual(['demo_password', 'demo_password']);
  const paper = await bytesOf(await getPlanDocument(world, patient, caseId, 'en'));
  const lines = readPdf(paper)
    .flat()
    .map(({ text }) => text);
  expect(lines.join(' ')).toContain('password of a demo account, without two-step sign-in');
  const live = { ...world, config: { ...world.config, nodeEnv: 'production' as const } };
  expect(await methodsIn(live)).toEqual(['password', 'password']);
});

test('injection points are signed with the plan, shown to the patient and printed', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId } = await aDraftedCase(world, doctor, { pictures: false });
  const { photos } = await getStudioCase(world, doctor, caseId);
  const point = {
    id: 'cheek-1',
    treatment: 'cheek',
    side: 'left',
    product: 'Volux',
    dose: 0.35,
    depth: 'supraperiosteal',
    pose: 'front',
    photo_id: photos.find(({ pose }) => pose === 'front')?.id ?? '',
    x: 0.6,
    y: 0.5,
    place: { landmarks: [280, 346, 347], weights: [0.5, 0.25, 0.25] },
  } as const satisfies Injection;
  const { front } = noMarkings().poses;
  const markings: Markings = {
    poses: { front, right: front, left: front },
    injections: [point],
  };
  const { version } = await saveDraft(world, doctor, caseId, 1, { ...draft, markings });
  // Saving the same content again creates no new version.
  expect((await saveDraft(world, doctor, caseId, version, { ...draft, markings })).version).toBe(version);
  const seal = await renderAll(world, doctor, await getStudioCase(world, doctor, caseId), version);
  await signAndPublish(world, doctor, signing(caseId, seal, version));
  const shown = await getMySimulation(world, patient.userId, caseId);
  expect(shown).toMatchObject({ injections: [point] });
  expect(shown.signature.is_intact).toBe(true);
  const bytes = await bytesOf(await getPlanDocument(world, patient, caseId, 'fr'));
  // The document contains three photos, nine renderings, and the photo with the injection point.
  expect(bytes.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(13);
});

const bytesOf = async (file: File): Promise<Buffer> => Buffer.from(await file.arrayBuffer());

test('the signed plan is printed in the language of the reader, and only after the signature', async () => {
  const world = await aWorld();
  const { doctor, patient, caseId } = await aSignedCase(world);
  const paper = await getPlanDocument(world, patient, caseId, 'fr');
  expect(paper.name).toMatch(/^FL-\d+\.pdf$/);
  const bytes = await bytesOf(paper);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  // The document contains three photos and nine renderings.
  expect(bytes.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(12);
  expect((await getPlanDocument(world, doctor, caseId, 'en')).size).toBeGreaterThan(10_000);
  const japanese = readPdf(await bytesOf(await getPlanDocument(world, patient, caseId, 'ja'))).flat();
  expect(japanese.map(({ text }) => text)).toEqual(expect.arrayContaining(['治療計画', '署名者', '署名日']));
  expect(japanese.filter(({ glyphs }) => glyphs.includes(0))).toEqual([]);
  expect(await codeOf(getPlanDocument(world, await world.patient(), caseId, 'en'))).toBe('NOT_FOUND');
  await world.browserOf(patient).post('/rpc/withdraw_consent', { purpose: 'simulation' });
  expect(await codeOf(getPlanDocument(world, doctor, caseId, 'en'))).toBe('NOT_FOUND');
  const waiting = await aCase(world);
  expect(await codeOf(getPlanDocument(world, waiting.patient, waiting.caseId, 'en'))).toBe('NOT_FOUND');
});
