import { expect, test } from 'vitest';
import { aWorld, PASSWORD, type World } from '../../../test/world.ts';

const CLAIRE = { email: 'Claire@example.org', password: PASSWORD, first_name: 'Claire', last_name: 'Moreau', phone: '+33 612345678', language: 'fr' };

const linkIn = (text: string): string => /https?:\S+/.exec(text)?.[0] ?? '';

async function signedUp(world: World) {
  const browser = world.browser();
  await browser.post('/api/auth/sign-up/email', CLAIRE);
  const [mail] = await world.mails();
  await browser.get(linkIn(mail?.text ?? ''));
  return browser;
}

test('a person signs up, confirms the address, signs in and out', async () => {
  const world = await aWorld();
  const browser = world.browser();

  const signUp = await browser.post('/api/auth/sign-up/email', CLAIRE);
  expect(signUp).toMatchObject({ status: 200, json: { token: null, user: { email: 'claire@example.org', role: 'patient' } } });
  const early = await browser.post('/api/auth/sign-in/email', CLAIRE.email && { email: CLAIRE.email, password: PASSWORD });
  expect(early).toMatchObject({ status: 403, json: { code: 'EMAIL_NOT_VERIFIED' } });

  const [mail] = await world.mails();
  expect(mail).toMatchObject({ to: 'claire@example.org', language: 'fr', subject: 'Confirmez votre adresse e-mail' });
  const confirmed = await browser.get(linkIn(mail?.text ?? ''));
  expect(confirmed.status).toBe(302);
  expect(confirmed.headers.get('location')).toBe('http://flaira.test/fr/login?mode=signin&lock=1');

  const signIn = await browser.post('/api/auth/sign-in/email', { email: CLAIRE.email, password: PASSWORD });
  expect(signIn.status).toBe(200);
  expect(await world.identity.accounts.resolveCaller(browser.headers)).toMatchObject({ kind: 'user', role: 'patient', secondFactor: false, language: 'fr' });
});
