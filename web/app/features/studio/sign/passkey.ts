import { browserSupportsWebAuthn, platformAuthenticatorIsAvailable } from '@simplewebauthn/browser';
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { GivenProof, SigningKeys } from '#contract/signing.ts';
import { auth } from '#web/lib/auth-client.ts';
import { type RefusedProof, refusedProofOf } from './refused-proof.ts';

/** Whether this device can create a passkey that verifies its user, for example by fingerprint or face. */
export const mayMakePasskey = async (): Promise<boolean> =>
  browserSupportsWebAuthn() && (await platformAuthenticatorIsAvailable());

/** Signs with a passkey. Rejects if the doctor cancels, or if none of the doctor's passkeys is on this device. */
export async function signWithPasskey({ rp_id, passkeys }: SigningKeys, seal: string): Promise<GivenProof> {
  const bytes = Uint8Array.from(seal.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const challenge = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  const { id, rawId, response } = await startAuthentication({
    optionsJSON: {
      challenge,
      rpId: rp_id,
      allowCredentials: passkeys.map((key) => ({ id: key.id, type: 'public-key' as const })),
      userVerification: 'required',
    },
  });
  const { clientDataJSON, authenticatorData, signature } = response;
  return { kind: 'passkey', response: { id, rawId, response: { clientDataJSON, authenticatorData, signature } } };
}

type Making = Parameters<typeof startRegistration>[0]['optionsJSON'];

/**
 * Creates a passkey. Returns false if the service refuses it. Rejects if the doctor cancels. The doctor must have
 * entered the password shortly before.
 */
export async function makePasskey(): Promise<boolean> {
  const { data, error } = await auth.$fetch<Making>('/passkey/generate-register-options', { method: 'GET' });
  if (error) return false;
  const response = await startRegistration({ optionsJSON: data });
  const made = await auth.$fetch('/passkey/verify-registration', { method: 'POST', body: { response } });
  return !made.error;
}

/** Sends the password and the code, if there is one, to the service. Returns null if the service accepts both. */
export async function givePassword(password: string, code: string | null): Promise<RefusedProof | null> {
  const heard = await auth.$fetch('/confirm-password', { method: 'POST', body: { password } });
  if (heard.error) return refusedProofOf(heard.error);
  if (code === null) return null;
  const right = await auth.$fetch('/two-factor/verify-totp', { method: 'POST', body: { code } });
  return right.error && refusedProofOf(right.error);
}
