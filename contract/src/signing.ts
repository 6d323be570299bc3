import * as z from 'zod';
import { Instant } from './base.ts';

/** The doctor must confirm a signature with a passkey, or with password and code. These are the types for this step. */

const Bytes = z.string().regex(/^[\w-]{1,4000}$/);

/**
 * The proof that the browser sends. It is either the passkey's assertion over the hash of the signed content, or a
 * statement that the doctor has just entered password and code in this sign-in session.
 */
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
  /** False for demo accounts outside of production, which sign without a code. */
  needs_code: z.boolean(),
  /** True: the doctor has set up an authenticator app. */
  has_code: z.boolean(),
});
export type SigningKeys = z.infer<typeof SigningKeys>;

export const SignatureMethods = ['session', 'passkey', 'password'] as const;
/**
 * The method of a signature, as readers see it. `demo_password`: a demo account outside of production, which signs
 * with its password alone.
 */
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
