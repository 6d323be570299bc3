import { createAuthClient } from 'better-auth/client';
import { inferAdditionalFields, twoFactorClient } from 'better-auth/client/plugins';
import { fetchWithProof } from './fetch-with-proof.ts';

/** The client of the authentication service, for sign-up, sign-in, password reset and second factor. */
export const auth = createAuthClient({
  baseURL: location.origin,
  basePath: '/api/auth',
  fetchOptions: { customFetchImpl: (input, init) => fetchWithProof(input, init) },
  plugins: [
    twoFactorClient(),
    inferAdditionalFields({
      user: {
        first_name: { type: 'string' },
        last_name: { type: 'string' },
        phone: { type: 'string', required: false },
        language: { type: 'string', required: false },
        lead_id: { type: 'string', required: false },
      },
    }),
  ],
});
