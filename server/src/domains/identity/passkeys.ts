import { getAuthenticatorName, passkey } from '@better-auth/passkey';
import { APIError } from 'better-auth/api';
import { passkeySchema } from './auth-tables.ts';

/**
 * Configures passkeys for this origin. The authenticator must recognise its owner (by finger, face or code), so that
 * one passkey counts as two factors. The authenticator stores which account the passkey belongs to, so that the person
 * does not have to type an email address.
 */
export const passkeys = (publicUrl: string) =>
  passkey({
    rpName: 'Flaira',
    rpID: new URL(publicUrl).hostname,
    origin: publicUrl,
    schema: passkeySchema,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: ({ verification: { registrationInfo } }) => {
        insistOnOwner(registrationInfo?.userVerified);
        return { name: getAuthenticatorName(registrationInfo?.aaguid) };
      },
    },
    authentication: {
      afterVerification: ({ verification }) => insistOnOwner(verification.authenticationInfo.userVerified),
    },
  });

function insistOnOwner(wasSeen: boolean | undefined): void {
  if (!wasSeen) throw new APIError('BAD_REQUEST', { code: 'OWNER_NOT_VERIFIED' });
}
