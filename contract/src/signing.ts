import * as z from 'zod';
import { Instant } from './base.ts';

/** Types for the ways a doctor confirms that a signature is their own. */

const Bytes = z.string().regex(/^[\w-]{1,4000}$/);

/** The passkey's assertion over the seal, or the claim that this session has just checked password and code. */
export const GivenProof = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('passkey'),
    response: z.object({
      id: Bytes,
      rawId: Bytes,
      response: z.object({ clientDataJSON: Bytes, authenticatorData: Bytes, signature: Bytes }),
    }),
  }),
  z.object({ kind: z.literal('password') }),
]);
export type GivenProof = z.infer<typeof GivenProof>;

export const SigningKeys = z.object({
  rp_id: z.string(),
  passkeys: z.array(z.object({ id: z.string(), transports: z.array(z.string()) })),
  /** False for demo accounts outside production. */
  needs_code: z.boolean(),
  /** True: an authenticator app is set up. */
  has_code: z.boolean(),
});
export type SigningKeys = z.infer<typeof SigningKeys>;

export const SignatureMethods = ['session', 'passkey', 'password'] as const;
/** The method as readers see it. A demo account outside production signs with a password alone. */
export const ShownMethods = [...SignatureMethods, 'demo_password'] as const;

const Text = z.string();
export const PasskeyProof = z.object({
  credential_id: Text,
  public_key: Text,
  algorithm: z.number(),
  rp_id: Text,
  origin: Text,
  authenticator_data: Text,
  client_data: Text,
  signature: Text,
});
export const KeptTimestamp = z.object({
  token: z.base64(),
  chain: Text,
  authority: Text,
  stamped_at: Instant,
});
export const SignatureProof = z.object({
  format: z.literal('flaira-signature-1'),
  content: Text,
  seal: Text,
  passkey: PasskeyProof.nullable(),
  timestamp: KeptTimestamp.nullable(),
});
