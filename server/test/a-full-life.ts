import { randomUUID } from 'node:crypto';
import { postCaseMessage, saveMedicalHistory } from '#server/domains/care/index.ts';
import { startCheckout } from '#server/domains/billing/index.ts';
import { joinChannel } from '#server/domains/community/index.ts';
import { insertAnswers, startLead, uploadLeadPhoto, upsertLeadOpen } from '#server/domains/intake/index.ts';
import { signAndPublish } from '#server/domains/simulation/index.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aDraftedCase, aPicture, consentToSimulation, signing, someAnswers, someHistory } from './a-case.ts';
import { aChannel, aComment, aPost, season } from './a-community.ts';
import { aPaid, aRequested } from './an-appointment.ts';
import type { Browser } from './browser.ts';
import { PASSWORD } from './people.ts';
import type { World } from './world.ts';

/** A name that no other test data contains. If a text contains this name, the text is about this person. */
export const NAME = 'Quatrebarbes';

export interface Life {
  readonly patient: SignedIn;
  readonly email: string;
  readonly browser: Browser;
  readonly caseId: string;
}

/**
 * Makes a person who has used every feature: photos, a case, messages, a subscription, appointments, communities, a
 * profile photo, and a copy of the data.
 */
export async function aFullLife(world: World, { isSigned }: { isSigned: boolean }): Promise<Life> {
  const doctor = await world.practitioner();
  const admin = await world.admin();
  const { patient, caseId, seal } = await aDraftedCase(world, doctor, {
    pictures: isSigned,
    kinds: ['front', 'right', 'left', 'frown'],
  });
  const email = await nameOf(world, patient);
  const browser = world.browserOf(patient);
  await saveMedicalHistory(world, patient.userId, someHistory());
  if (isSigned) await signAndPublish(world, doctor, signing(caseId, seal));
  await paysAndBooks(world, patient, admin);
  await postCaseMessage(world, patient, {
    case_id: caseId,
    body: 'Is ice allowed afterwards?',
    idempotency_key: randomUUID(),
  });
  await writes(world, patient);
  await aStrayLead(world, email);
  await asksInTheAccount(world, browser);
  await world.outbox.drain();
  return { patient, email, browser, caseId };
}

async function nameOf(world: World, { userId }: SignedIn): Promise<string> {
  const email = `zephyrine-${randomUUID().slice(0, 8)}@quatrebarbes.example`;
  const named = { email, first_name: 'Zéphyrine', last_name: NAME, name: `Zéphyrine ${NAME}`, phone: '+33 699887766' };
  await world.db.updateTable('users').set(named).where('id', '=', userId).execute();
  return email;
}

async function paysAndBooks(world: World, patient: SignedIn, admin: SignedIn): Promise<void> {
  const { url } = await startCheckout(world, patient, {
    sku: 'plus_monthly',
    type: 'subscription',
    cycle: 'monthly',
    amount: 1,
    currency: 'eur',
    region: 'Global',
  });
  await world.pay(url);
  await aRequested(world, { patient });
  await aPaid(world, { patient, admin });
}

async function writes(world: World, patient: SignedIn): Promise<void> {
  await season(world, patient);
  const other = await world.patient();
  await season(world, other);
  const own = await aChannel(world, patient);
  const foreign = await aChannel(world, other);
  await joinChannel(world, other, { channel_id: own.channel_id, words: '' });
  const post = await aPost(world, patient, own.channel_id, { body: `<p>My name is ${NAME}.</p>` });
  await aComment(world, other, post);
  const theirs = await aPost(world, other, foreign.channel_id);
  await aComment(world, patient, theirs);
}

/** Makes an unclaimed lead with the same email address from another browser. */
async function aStrayLead(world: World, email: string): Promise<void> {
  const leadId = randomUUID();
  const { secret } = await startLead(world, { leadId, secret: null }, consentToSimulation, '203.0.113.7');
  const key = { leadId, secret };
  for (const pose of ['front', 'right', 'left', 'smile'] as const)
    await uploadLeadPhoto(world, key, { pose, bytes: await aPicture(90), isVerified: true });
  await insertAnswers(world, key, someAnswers);
  const contact = {
    last_name: NAME,
    first_name: 'Zéphyrine',
    email,
    phone: '+33 699887766',
    birth_date: '1985-04-02',
    consent: true as const,
  };
  await upsertLeadOpen(world, key, contact, [consentToSimulation]);
}

async function asksInTheAccount(world: World, browser: Browser): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await aPicture(33))], { type: 'image/jpeg' }), 'me.jpg');
  await browser.postForm('/rpc/upload_my_avatar', form);
  await browser.post('/api/auth/confirm-password', { password: PASSWORD });
  await browser.post('/rpc/request_email_change', { email: 'elsewhere@quatrebarbes.example' });
  const { json } = await browser.post('/rpc/request_my_export');
  await world.jobs.runNow('privacy.buildExport', { export_id: json.id });
}
