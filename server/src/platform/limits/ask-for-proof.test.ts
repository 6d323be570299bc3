import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { expect, test } from 'vitest';
import type { Challenge } from '#contract/challenge.ts';
import { PROOF_HEADER } from '#contract/proof-of-work.ts';
import { aWorld, PASSWORD } from '../../../test/world.ts';

const pace = { address: { max: 2, window_s: 3600 }, overall: { max: 5, window_s: 3600 } };

async function proofOf(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

let count = 0;
const person = () => ({
  email: `visitor-${++count}@example.org`,
  password: PASSWORD,
  name: 'Claire Moreau',
  first_name: 'Claire',
  last_name: 'Moreau',
});
type World = Awaited<ReturnType<typeof aWorld>>;
const signUp = (world: World, address: string, proof?: string) =>
  world
    .browser(address)
    .post('/api/auth/sign-up/email', person(), proof === undefined ? {} : { [PROOF_HEADER]: proof });

async function aBusyAddress() {
  const world = await aWorld({ pace });
  for (let n = 0; n < pace.address.max; n++) expect((await signUp(world, '203.0.113.7')).status).toBe(200);
  const asked = await signUp(world, '203.0.113.7');
  expect([asked.status, asked.json.code]).toEqual([428, 'PROOF_NEEDED']);
  return { world, challenge: asked.json.data.challenge as Challenge };
}

test('a sign-up from an address that calls unusually often needs a proof of work, and other addresses need none', async () => {
  const { world, challenge } = await aBusyAddress();
  expect((await signUp(world, '203.0.113.8')).status).toBe(200);
  const proof = await proofOf(challenge);
  expect((await signUp(world, '203.0.113.7', proof)).status).toBe(200);
  // The same proof does not work a second time.
  expect((await signUp(world, '203.0.113.7', proof)).status).toBe(428);
});

test('a proof of work is refused if it is malformed, wrong, expired, or answers a changed challenge', async () => {
  const { world, challenge } = await aBusyAddress();
  const header = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
  const easier = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '0' } };
  const long_gone = { ...challenge, parameters: { ...challenge.parameters, expiresAt: 1 } };
  const nothing = { counter: 0, derivedKey: '00'.repeat(32) };
  for (const proof of [
    'no base64',
    header({}),
    header({ challenge, solution: nothing }),
    await proofOf(easier),
    await proofOf(long_gone),
  ])
    expect((await signUp(world, '203.0.113.7', proof)).status).toBe(428);
  expect((await signUp(world, '203.0.113.7', await proofOf(challenge))).status).toBe(200);
});

test('a proof of work for a challenge of another service is refused', async () => {
  const { challenge } = await aBusyAddress();
  const { world } = await aBusyAddress();
  expect((await signUp(world, '203.0.113.7', await proofOf(challenge))).status).toBe(428);
});

test('if all addresses together call often, a reset or a contact from a new address needs a proof of work too', async () => {
  const world = await aWorld({ pace });
  for (let n = 0; n < pace.overall.max; n++) expect((await signUp(world, `203.0.113.${n}`)).status).toBe(200);
  const [browser, email] = [world.browser('198.51.100.1'), 'claire@example.org'];
  const reset = (headers = {}) => browser.post('/api/auth/request-password-reset', { email }, headers);
  const { status, json } = await reset();
  expect([status, json.code]).toEqual([428, 'PROOF_NEEDED']);
  expect((await reset({ [PROOF_HEADER]: await proofOf(json.data.challenge) })).status).toBe(200);
  const contact = await browser.post('/rpc/upsert_lead_open', {});
  expect([contact.status, contact.json.code]).toEqual([428, 'PROOF_NEEDED']);
  const proven = await browser.post(
    '/rpc/upsert_lead_open',
    {},
    {
      [PROOF_HEADER]: await proofOf(contact.json.data.challenge),
    },
  );
  expect(proven.json.code).toBe('INVALID_INPUT');
  // Other calls need no proof.
  expect((await browser.post('/rpc/who_am_i')).status).toBe(200);
});
