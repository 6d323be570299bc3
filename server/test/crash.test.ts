import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type Pose, Poses } from '#contract/intake.ts';
import { createAccount } from '#server/domains/identity/index.ts';
import { getMySimulation } from '#server/domains/simulation/index.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { aDraftedCase, aPicture, consentToSimulation, signing, someAnswers } from './a-case.ts';
import type { Browser } from './browser.ts';
import { aKillableService, type KillableService } from './killable-service.ts';
import { PASSWORD, people } from './people.ts';
import { withoutChecks } from './without-checks.ts';

const PATIENCE_MS = 180_000;
/** A shade that no image has. */
const NOT_THERE = -1;
/** The largest change of a shade by JPEG encoding. */
const JPEG_ERROR = 3;
/** Ignores the error if a call was interrupted because the test killed the service. */
const died = () => undefined;

/** Kills the service a moment after `work` has started, and starts the service again. */
async function killDuring(service: KillableService, after_ms: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work.catch(died), pause(after_ms)]);
  await service.kill();
  await work.catch(died);
  await service.start();
}

async function startLead(browser: Browser): Promise<string> {
  const lead_id = randomUUID();
  expect((await browser.post('/rpc/start_lead', { lead_id, consent: consentToSimulation })).status).toBe(200);
  return lead_id;
}

async function upload(browser: Browser, leadId: string, pose: Pose, shade: number): Promise<boolean> {
  const form = new FormData();
  form.set('lead_id', leadId);
  form.set('pose', pose);
  form.set('is_verified', 'true');
  form.set('file', new File([new Uint8Array(await aPicture(shade))], 'face.jpg', { type: 'image/jpeg' }));
  return (await browser.postForm('/rpc/upload_lead_photo', form)).status === 200;
}

/** Returns the shade of red in the image behind this link. The image was made with `aPicture`. */
async function shadeAt(browser: Browser, service: KillableService, url: string): Promise<number> {
  expect((await browser.get(url)).status).toBe(200);
  const { pathname, searchParams } = new URL(url, 'http://any.test');
  const opened = await service.context.photos.open(pathname.split('/')[2] ?? '', searchParams);
  const pixel = await sharp(opened?.bytes).raw().toBuffer();
  return pixel[0] ?? -1;
}

test('trust 25: if the service is killed during uploads, each confirmed photo, or a later one, is complete', {
  timeout: PATIENCE_MS,
}, async () => {
  const service = await aKillableService();
  await service.start();
  const browser = service.browser();
  const leadId = await startLead(browser);
  const answered: Partial<Record<Pose, number>> = {};
  let isSending = true;
  let shade = 0;

  async function send(pose: Pose): Promise<void> {
    while (isSending && shade < 225) {
      const mine = (shade += 5);
      if (await upload(browser, leadId, pose, mine).catch(died)) answered[pose] = mine;
      else break;
    }
  }

  // The last delay is long, because on a slow machine the service answers no call within the first four delays.
  for (const after_ms of [60, 140, 250, 400, 1500]) {
    isSending = true;
    const sending = Promise.all(Poses.map(send)).finally(() => (isSending = false));
    await killDuring(service, after_ms, sending);
    const { photos } = (await browser.post('/rpc/get_lead', { lead_id: leadId })).json as {
      photos: { pose: Pose; url: string }[];
    };
    for (const pose of Poses) {
      const found = photos.filter((photo) => photo.pose === pose);
      expect(found.length).toBeLessThanOrEqual(1);
      const shown = found[0] ? await shadeAt(browser, service, found[0].url) : NOT_THERE;
      expect(shown).toBeGreaterThanOrEqual(answered[pose] === undefined ? NOT_THERE : answered[pose] - JPEG_ERROR);
    }
  }
  expect(Object.keys(answered).length).toBeGreaterThan(0);
  await service.context.photos.sweepOrphans({ olderThan_ms: -60_000 });
  expect(
    await withSystem(service.context.system, (tx) =>
      tx.selectFrom('photo_objects').select('id').where('deleted_at', 'is', null).execute(),
    ),
  ).toHaveLength(Object.keys(answered).length);
});

test('trust 25: a questionnaire whose submission was killed is completed by sending it again, and makes one case', {
  timeout: PATIENCE_MS,
}, async () => {
  const service = await aKillableService();
  await service.start();
  for (const after_ms of [30, 450, 600, 750]) {
    const browser = service.browser();
    const email = `${randomUUID()}@example.org`;
    const leadId = await startLead(browser);
    for (const [i, pose] of Poses.entries()) expect(await upload(browser, leadId, pose, i * 20)).toBe(true);

    await killDuring(service, after_ms, submit(browser, leadId, email));
    await submit(browser, leadId, email);
    await confirmInTheMiddleOfACrash(service, browser, email);

    const found = await withSystem(service.context.system, async (tx) => ({
      cases: await tx
        .selectFrom('cases')
        .innerJoin('users', 'users.id', 'cases.patient_id')
        .select(['status'])
        .where('email', '=', email)
        .execute(),
      photos: await tx.selectFrom('photos').select(['pose', 'user_id']).where('lead_id', '=', leadId).execute(),
      answers: await tx
        .selectFrom('answers')
        .select(['version', 'answers', 'user_id'])
        .where('lead_id', '=', leadId)
        .execute(),
    }));
    const userId = found.photos[0]?.user_id;
    expect(userId).toBeTruthy();
    expect(found.cases).toEqual([{ status: 'received' }]);
    expect(found.photos.map((photo) => photo.user_id)).toEqual([userId, userId, userId]);
    expect(found.answers).toEqual([{ version: 1, answers: someAnswers, user_id: userId }]);
  }
});

/** Makes the calls of the questionnaire in order. The last two calls may fail. */
async function submit(browser: Browser, lead_id: string, email: string): Promise<void> {
  const person = { first_name: 'Anna', last_name: 'Keller', phone: '+33 612345678' };
  const account = await browser.post('/api/auth/sign-up/email', {
    ...person,
    email,
    password: PASSWORD,
    name: 'Anna Keller',
    language: 'en',
    lead_id,
  });
  expect(account.status).toBe(200);
  expect((await browser.post('/rpc/insert_answers', { lead_id, answers: someAnswers })).status).toBe(200);
  const contact = {
    lead_id,
    ...person,
    email,
    birth_date: '1986-04-02',
    consent: true,
    consents: [consentToSimulation],
  };
  expect((await browser.post('/rpc/upsert_lead_open', contact)).status).toBe(200);
  await browser.post('/rpc/claim_lead_secure', { lead_id, user_id: account.json.user.id });
  await browser.post('/rpc/attach_lead_files_to_user', { user_id: account.json.user.id });
}

/**
 * Opens the newest link in the mailbox, and kills the service a moment later. The restarted service completes the
 * effects of the confirmation.
 */
async function confirmInTheMiddleOfACrash(service: KillableService, browser: Browser, email: string): Promise<void> {
  const { db, system } = service.context;
  const mails = () => db.selectFrom('mailbox').select('text').where('to', '=', email).orderBy('id', 'desc').execute();
  await until(async () => (await mails()).length > 0);
  const link = /http\S+confirm-address\S+/.exec((await mails())[0]?.text ?? '')?.[0] ?? '';
  await killDuring(service, 25, browser.get(link));
  await browser.get(link);
  await browser.post('/api/auth/sign-in/email', { email, password: PASSWORD });
  const attached = () =>
    withSystem(system, (tx) =>
      tx.selectFrom('leads').select('id').where('email', '=', email).where('attached_at', 'is not', null).execute(),
    );
  await until(async () => (await attached()).length > 0);
  const open = () => db.selectFrom('outbox').select('id').where('processed_at', 'is', null).execute();
  await until(async () => (await open()).length === 0);
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 20_000; Date.now() < end; await pause(40)) if (await isTrue()) return;
  throw new Error('it did not happen within 20 s');
}

test('trust 25: a case whose publication was killed is signed completely or not at all, and is published once', {
  timeout: PATIENCE_MS,
}, async () => {
  const service = await aKillableService();
  const { context } = service;
  const staff = people({ account: (account) => createAccount(context, account), session: async () => randomUUID() });
  const world = { ...context, ...staff, workers: withoutChecks(context.workers) };
  const doctor = await staff.practitioner({ email: 'doctor@example.org', is_demo: true });
  const delays_ms = [4, 15, 30, 60];
  const drafted = [];
  for (const _ of delays_ms) drafted.push(await aDraftedCase(world, doctor));
  await service.start();
  const browser = service.browser();
  expect(
    (await browser.post('/api/auth/sign-in/email', { email: 'doctor@example.org', password: PASSWORD })).status,
  ).toBe(200);

  await browser.post('/api/auth/confirm-password', { password: PASSWORD });

  for (const [i, { patient, caseId, seal }] of drafted.entries()) {
    const { proven: _, ...signed } = signing(caseId, seal);
    const click = { ...signed, proof: { kind: 'password' } };
    let wasAnswered = false;
    const publishing = browser
      .post('/rpc/sign_and_publish', click)
      .then(({ status }) => (wasAnswered = status === 200));
    await killDuring(service, delays_ms[i] ?? 0, publishing);

    const before = await stateOf(context, caseId);
    expect(before.status === 'published').toBe(before.signatures === 1);
    expect(before.events).toBe(before.signatures);
    expect(before.pictures).toBe(9);
    expect(['published', wasAnswered ? 'published' : 'in_review']).toContain(before.status);

    expect((await browser.post('/rpc/sign_and_publish', click)).json).toMatchObject({ status: 'published', seal });
    expect(await stateOf(context, caseId)).toEqual({ status: 'published', signatures: 1, events: 1, pictures: 9 });
    expect((await getMySimulation(context, patient.userId, caseId)).signature.is_intact).toBe(true);
  }
});

const stateOf = (context: KillableService['context'], caseId: string) =>
  withSystem(context.system, async (tx) => ({
    status: (await tx.selectFrom('cases').select('status').where('id', '=', caseId).executeTakeFirst())?.status,
    signatures: (await tx.selectFrom('signatures').select('seal').where('case_id', '=', caseId).execute()).length,
    events: (
      await tx
        .selectFrom('outbox')
        .select('id')
        .where('topic', '=', 'simulation.published')
        .where('idempotency_key', '=', `${caseId}:1`)
        .execute()
    ).length,
    pictures: (await tx.selectFrom('renderings').select('id').where('case_id', '=', caseId).execute()).length,
  }));
