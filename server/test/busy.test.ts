import { expect, onTestFinished, test } from 'vitest';
import { weakPasswordReasons } from '#server/domains/identity/password-strength.ts';
import { refuseWeakPassword } from '#server/domains/identity/refuse-weak-password.ts';
import { drawPdf } from '#server/platform/pdf/draw-pdf.ts';
import type { PdfDocument } from '#server/platform/pdf/pdf.ts';
import { renderPdf } from '#server/platform/pdf/render-pdf.ts';
import { type LaneName, lanes } from '#server/platform/workers/workers.ts';
import { aPicture, aSignedCase } from './a-case.ts';
import type { Answer } from './browser.ts';
import { aWorld, PASSWORD, type World } from './world.ts';

const HOSTILE = '@4$5|1!0'.repeat(16);
const EMAIL = 'forgetful@example.org';

/** Occupies every place of a worker lane, including its queue, until the test ends. */
function fill({ workers }: World, lane: LaneName): void {
  const ended = Promise.withResolvers<void>();
  const { atOnce, waiting } = lanes[lane];
  for (let n = 0; n < atOnce + waiting; n++) void workers.inTurn(lane, () => ended.promise);
  onTestFinished(() => ended.resolve());
}

/** Returns the status, the code, and whether the response says when to try again. */
const factsOf = ({ status, json, headers }: Answer) => [status, json.code, Number(headers.get('retry-after')) > 0];
const BUSY = [503, 'BUSY', true];

test('trust 30: a full queue for judging passwords refuses sign-ups, resets and new passwords with 503', async () => {
  const world = await aWorld();
  const signUp = () =>
    world.browser().post('/api/auth/sign-up/email', {
      email: 'claire@example.org',
      password: HOSTILE,
      first_name: 'Claire',
      last_name: 'Moreau',
      phone: '+33 612345678',
    });
  expect((await signUp()).status).not.toBe(503);
  await world.patient({ email: EMAIL });
  await world.browser().post('/api/auth/request-password-reset', { email: EMAIL });
  const mail = (await world.mails()).findLast(({ subject }) => subject === 'Choose a new password');
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  fill(world, 'passwords');
  expect(factsOf(await signUp())).toEqual(BUSY);
  const reset = { token, newPassword: HOSTILE };
  expect(factsOf(await world.browser().post('/api/auth/reset-password', reset))).toEqual(BUSY);
  const patient = await world.patient();
  const changed = { currentPassword: PASSWORD, newPassword: HOSTILE };
  expect(factsOf(await world.browserOf(patient).post('/api/auth/change-password', changed))).toEqual(BUSY);
});

test('trust 30: judging a costly password and drawing a long PDF need little time of the thread that answers', async () => {
  const world = await aWorld();
  const cpuOf = async (work: () => unknown): Promise<number> => {
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    return user + system;
  };
  const judge = () => refuseWeakPassword(world, HOSTILE, []);
  const long = { kind: 'text' as const, text: 'Une phrase de plus, qui n’en finit pas. '.repeat(800) };
  const paper: PdfDocument = { language: 'fr', title: 'Long', footer: '', made_at: new Date(0), blocks: [long, long] };
  const draw = () => renderPdf(world, async () => ({ name: 'long.pdf', paper }));
  const here = { judge: () => weakPasswordReasons({ password: HOSTILE, about: [] }), draw: () => drawPdf(paper) };
  // The first calls load modules and start the threads, so they are not measured.
  await Promise.all([judge(), draw(), here.judge(), here.draw()]);
  // The test compares the work on the threads with the same work on this thread, because machines differ in speed.
  const judging = await cpuOf(() => Array.from({ length: 10 }, here.judge));
  expect(await cpuOf(() => Promise.all(Array.from({ length: 10 }, judge)))).toBeLessThan(judging / 3);
  const drawing = await cpuOf(here.draw);
  expect(await cpuOf(draw)).toBeLessThan(drawing / 3);
});

test('trust 30: a full queue for documents refuses the PDF of a plan with 503', async () => {
  const world = await aWorld();
  const { patient, caseId } = await aSignedCase(world);
  fill(world, 'papers');
  const input = { case_id: caseId, language: 'fr' };
  expect(factsOf(await world.browserOf(patient).post('/rpc/get_plan_document', input))).toEqual(BUSY);
});

test('trust 30: a full queue for decoding pictures refuses an upload with 503', async () => {
  const world = await aWorld();
  const browser = world.browserOf(await world.patient());
  const form = new FormData();
  form.set('file', new File([new Uint8Array(await aPicture())], 'me.jpg'));
  fill(world, 'pictures');
  expect(factsOf(await browser.postForm('/rpc/upload_my_avatar', form))).toEqual(BUSY);
});
