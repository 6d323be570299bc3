import { expect, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#tools/demo/people.ts';

/** Adds a virtual authenticator to the browser. It works like a phone that recognises its owner. */
export async function deviceIn(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Sets whether the virtual authenticator confirms requests at once. */
    touched: (enabled: boolean) =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    recognises: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

/**
 * Removes every passkey of the signed-in demo account, because other tests on the same service use this account without
 * a passkey, to sign in and to sign treatment plans.
 */
export async function forgetPasskeys(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  const options = { headers: { origin } };
  const listed = await page.request.get('/api/auth/passkey/list-user-passkeys', options);
  for (const { id } of (await listed.json()) as { id: string }[]) {
    await page.request.post('/api/auth/confirm-password', { ...options, data: { password: DEMO_PASSWORD } });
    const gone = await page.request.post('/api/auth/passkey/delete-passkey', { ...options, data: { id } });
    expect(gone.ok()).toBe(true);
  }
}
