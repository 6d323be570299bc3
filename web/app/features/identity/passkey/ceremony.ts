import { startAuthentication, startRegistration, WebAuthnAbortService, WebAuthnError } from '@simplewebauthn/browser';
import { auth } from '#web/lib/auth-client.ts';
import type { Answer, AuthError } from '../auth-error.ts';

type Opening = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type Making = Parameters<typeof startRegistration>[0]['optionsJSON'];

const isReplaced = (error: unknown) => error instanceof WebAuthnError && error.code === 'ERROR_CEREMONY_ABORTED';
const isKnown = (error: unknown) =>
  error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';

const no = (code: string): { data: null; error: AuthError } => ({ data: null, error: { status: 400, code } });

/**
 * Lets the browser offer the passkeys of this site. The browser shows them in its dialog. With `isAutofill` it shows
 * them in the list of the email field while the page is open.
 */
export async function signInWithPasskey(isAutofill: boolean): Promise<Answer<unknown>> {
  const { data, error } = await auth.$fetch<Opening>('/passkey/generate-authenticate-options', { method: 'GET' });
  if (error) return { data, error };
  try {
    const response = await startAuthentication({ optionsJSON: data, useBrowserAutofill: isAutofill });
    return await auth.$fetch('/passkey/verify-authentication', { method: 'POST', body: { response } });
  } catch (refusal) {
    return no(isReplaced(refusal) ? 'PASSKEY_REPLACED' : 'PASSKEY_CANCELLED');
  }
}

/** Lets the device create a passkey for the signed-in person, who has just entered the password. */
export async function addPasskey(): Promise<Answer<unknown>> {
  const { data, error } = await auth.$fetch<Making>('/passkey/generate-register-options', { method: 'GET' });
  if (error) return { data, error };
  try {
    const response = await startRegistration({ optionsJSON: data });
    return await auth.$fetch('/passkey/verify-registration', { method: 'POST', body: { response } });
  } catch (refusal) {
    return no(isKnown(refusal) ? 'PASSKEY_KNOWN' : 'PASSKEY_NOT_MADE');
  }
}

export const endCeremony = () => WebAuthnAbortService.cancelCeremony();
