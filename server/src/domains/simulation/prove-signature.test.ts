import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { faultIn } from '#contract/verify-proof.ts';
import { aDraftedCase, signing } from '../../../test/a-case.ts';
import { Authenticator, type Ceremony } from '../../../test/passkey.ts';
import { aWorld, PASSWORD, type World } from '../../../test/world.ts';

const origin = 'http://flaira.test';
const challengeOf = (seal: string) => Buffer.from(seal, 'hex').toString('base64url');

/**
 * Returns a doctor with a passkey, a case that is ready to sign, and a function that signs the case with a given proof.
 */
async function aSigner({ hasPasskey = true, device = new Authenticator() } = {}) {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const browser = world.browserOf(doctor);
  if (hasPasskey) await addPasskey(browser, device);
  const made = await aDraftedCase(world, doctor);
  const { proven: _, ...press } = signing(made.caseId, made.seal);
  const answer = (seal: string, ceremony: Partial<Ceremony> = {}, by = device) => {
    const { id, rawId, response } = by.signIn(
      { challenge: challengeOf(seal), rpId: 'flaira.test' },
      { origin, ...ceremony },
    );
    return { kind: 'passkey', response: { id, rawId, response } };
  };
  const sign = (proof: object) => browser.post('/rpc/sign_and_publish', { ...press, proof });
  return { world, doctor, browser, device, ...made, answer, sign };
}

async function addPasskey(browser: ReturnType<World['browserOf']>, device: Authenticator) {
  await browser.post('/api/auth/confirm-password', { password: PASSWORD });
  const { json } = await browser.get('/api/auth/passkey/generate-register-options');
  const response = device.register(json, { origin });
  expect((await browser.post('/api/auth/passkey/verify-registration', { response })).status).toBe(200);
}

test('trust 10: the doctor’s passkey signs the seal, and the signature can be checked without the database', async () => {
  const { world, doctor, caseId, seal, answer, sign, browser } = await aSigner();
  expect((await browser.post('/rpc/get_signing_keys')).json.passkeys).toHaveLength(1);
  expect(await sign(answer(seal))).toMatchObject({ status: 200, json: { status: 'published', seal } });

  const proof = (await world.browserOf(doctor).post('/rpc/get_signature_proof', { case_id: caseId })).json;
  expect(proof).toMatchObject({ format: 'flaira-signature-1', seal });
  expect(await faultIn(proof)).toBeNull();

  // `faultIn` recognises each fault: a changed dose, unsigned content whose hash is in `seal`, another web site, and
  // another signature.
  const content = proof.content.replace('"forehead":12.5', '"forehead":13.5');
  expect(await faultIn({ ...proof, content })).toBe('content_changed');
  const other = 'x';
  const otherSeal = createHash('sha256').update(other).digest('hex');
  expect(await faultIn({ ...proof, content: other, seal: otherSeal })).toBe('other_content');
  expect(await faultIn({ ...proof, passkey: { ...proof.passkey, rp_id: 'evil.test' } })).toBe('other_place');
  const signature = `${proof.passkey.signature.slice(0, -6)}AAAAAA`;
  expect(await faultIn({ ...proof, passkey: { ...proof.passkey, signature } })).toBe('wrong_key');
  expect(await faultIn({ ...proof, passkey: null })).toBe('no_passkey');
});

test('trust 10: a proof for another seal or site, without user verification or from an unknown passkey signs nothing', async () => {
  const { seal, answer, sign } = await aSigner();
  const stranger = new Authenticator();
  for (const proof of [
    answer('0'.repeat(64)),
    answer(seal, { origin: 'https://evil.test' }),
    answer(seal, { isRecognised: false }),
    answer(seal, {}, stranger),
  ])
    expect(await sign(proof)).toMatchObject({ status: 403, json: { code: 'SIGNATURE_UNCONFIRMED' } });
  expect(await sign(answer(seal))).toMatchObject({ status: 200 });
});

test('trust 10: a doctor without a passkey confirms by password and code of the last five minutes, and the proof says so', async () => {
  const { world, doctor, browser, sign, caseId } = await aSigner({ hasPasskey: false });
  const byPassword = { kind: 'password' };
  expect(await sign(byPassword)).toMatchObject({ status: 403, json: { code: 'SIGNATURE_UNCONFIRMED' } });
  await browser.post('/api/auth/confirm-password', { password: PASSWORD });
  // The password alone is not enough for the signature.
  expect(await sign(byPassword)).toMatchObject({ status: 403 });
  const giveCode = (at: Date) =>
    world.db.updateTable('sessions').set({ code_given_at: at }).where('id', '=', doctor.sessionId).execute();
  await giveCode(new Date(world.clock.now().getTime() - 5 * 60_000 - 1));
  expect(await sign(byPassword)).toMatchObject({ status: 403 });
  await giveCode(new Date(world.clock.now().getTime() - 5 * 60_000));
  expect(await sign(byPassword)).toMatchObject({ status: 200 });
  const proof = (await browser.post('/rpc/get_signature_proof', { case_id: caseId })).json;
  expect(await faultIn(proof)).toBe('no_passkey');
});

test('trust 10: the code of a second factor alone, without the password, confirms no signature', async () => {
  const { world, doctor, sign } = await aSigner({ hasPasskey: false });
  const session = world.db.updateTable('sessions').where('id', '=', doctor.sessionId);
  await session.set({ code_given_at: world.clock.now() }).execute();
  expect(await sign({ kind: 'password' })).toMatchObject({ status: 403, json: { code: 'SIGNATURE_UNCONFIRMED' } });
});

test('trust 10: a proof from a colleague’s passkey or with the signature of another key signs nothing', async () => {
  const { world, seal, answer, sign } = await aSigner();
  const colleague = new Authenticator();
  await addPasskey(world.browserOf(await world.practitioner()), colleague);
  expect(await sign(answer(seal, {}, colleague))).toMatchObject({ status: 403 });
  const forged = answer(seal);
  forged.response.response.signature = answer(seal, {}, colleague).response.response.signature;
  expect(await sign(forged)).toMatchObject({ status: 403, json: { code: 'SIGNATURE_UNCONFIRMED' } });
});

test('trust 10: a passkey whose counter has not increased is refused, because it may be a copy', async () => {
  const { world, browser, seal, answer, sign } = await aSigner();
  await addPasskey(browser, new Authenticator());
  const counts = async () =>
    (await world.db.selectFrom('passkeys').select('counter').orderBy('created_at').execute()).map(
      ({ counter }) => counter,
    );
  expect(await sign(answer(seal, { counter: 7 }))).toMatchObject({ status: 200 });
  expect((await counts()).toSorted()).toEqual([0, 7]);
  expect(await sign(answer(seal, { counter: 7 }))).toMatchObject({ status: 403 });
});

test.each([
  ['ES256', -7],
  ['RS256', -257],
  ['EdDSA', -8],
] as const)(
  'trust 10: a passkey with %s signs, and its proof can be checked without the database',
  async (_name, algorithm) => {
    const { caseId, seal, answer, sign, browser } = await aSigner({ device: new Authenticator(algorithm) });
    expect(await sign(answer(seal))).toMatchObject({ status: 200 });
    const proof = (await browser.post('/rpc/get_signature_proof', { case_id: caseId })).json;
    expect(proof.passkey).toMatchObject({ algorithm });
    expect(await faultIn(proof)).toBeNull();
  },
);

test('a doctor sees only their own ways to confirm a signature', async () => {
  const { world, doctor, browser } = await aSigner();
  const set = (values: object) => world.db.updateTable('users').set(values).where('id', '=', doctor.userId).execute();
  const keys = async (by = browser) => (await by.post('/rpc/get_signing_keys')).json;
  const other = world.browserOf(await world.practitioner());
  const own = await keys();
  expect(own).toMatchObject({ rp_id: 'flaira.test', needs_code: true, has_code: false });
  expect(own.passkeys).toMatchObject([{ transports: [] }]);
  expect(await keys(other)).toMatchObject({ passkeys: [], needs_code: true, has_code: false });
  await set({ two_factor_enabled: true, is_demo: true });
  expect(await keys()).toMatchObject({ needs_code: false, has_code: true });
  expect(await keys(other)).toMatchObject({ needs_code: true, has_code: false });
});
