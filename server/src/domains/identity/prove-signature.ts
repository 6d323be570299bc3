import { createPublicKey } from 'node:crypto';
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import { decodeCredentialPublicKey } from '@simplewebauthn/server/helpers';
import type { PasskeyProof } from '#contract/verify-proof.ts';
import type { GivenProof, SigningKeys } from '#contract/signing.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { CONFIRMED_FOR_MS, isConfirmed } from './confirm-password.ts';
import { skipsSecondFactor } from './resolve-caller.ts';

/** The method by which a doctor confirmed a signature, with its proof. */
export type Proven =
  | { readonly method: 'passkey'; readonly proof: PasskeyProof }
  | { readonly method: 'password'; readonly proof: null };

const unconfirmed = () => new Refusal('SIGNATURE_UNCONFIRMED');

const listKeys = ({ db }: Context, userId: string) =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').execute();

/**
 * Returns the passkeys of the caller, and whether the caller can or must use an authenticator code to confirm a
 * signature.
 */
export async function getSigningKeys(ctx: Context, { userId }: SignedIn): Promise<SigningKeys> {
  const keys = await listKeys(ctx, userId);
  const person = await findPerson(ctx, userId);
  return {
    rp_id: new URL(ctx.config.publicUrl).hostname,
    passkeys: keys.map(({ credential_id, transports }) => ({
      id: credential_id,
      transports: transports?.split(',').filter(Boolean) ?? [],
    })),
    needs_code: !skipsSecondFactor(ctx, person?.is_demo ?? false),
    has_code: person?.two_factor_enabled ?? false,
  };
}

const findPerson = ({ db }: Context, userId: string) =>
  db.selectFrom('users').select(['is_demo', 'two_factor_enabled']).where('id', '=', userId).executeTakeFirst();

/**
 * Checks that the doctor confirmed the signature. The doctor confirms it with a passkey (by finger, face or device
 * code). The passkey signs the seal, which is a SHA-256 hash of the signed content. On a device without a passkey, the
 * doctor confirms it with the password and an authenticator code. Both must have been entered in this session within
 * the last five minutes. A demo account outside of production needs no code.
 */
export const proveSignature = (ctx: Context, doctor: SignedIn, seal: string, given: GivenProof): Promise<Proven> =>
  given.kind === 'passkey' ? byPasskey(ctx, doctor, seal, given.response) : byPassword(ctx, doctor);

async function byPassword(ctx: Context, { userId, sessionId }: SignedIn): Promise<Proven> {
  if (!(await isConfirmed(ctx, sessionId))) throw unconfirmed();
  const person = await findPerson(ctx, userId);
  if (!skipsSecondFactor(ctx, person?.is_demo ?? false)) {
    const row = await ctx.db
      .selectFrom('sessions')
      .select('code_given_at')
      .where('id', '=', sessionId)
      .executeTakeFirst();
    const age = row?.code_given_at ? ctx.clock.now().getTime() - row.code_given_at.getTime() : Number.POSITIVE_INFINITY;
    if (age > CONFIRMED_FOR_MS) throw unconfirmed();
  }
  return { method: 'password', proof: null };
}

type Response = Extract<GivenProof, { kind: 'passkey' }>['response'];

async function byPasskey(ctx: Context, { userId }: SignedIn, seal: string, response: Response): Promise<Proven> {
  const key = (await listKeys(ctx, userId)).find(({ credential_id }) => credential_id === response.id);
  if (!key) throw unconfirmed();
  const publicKey = new Uint8Array(Buffer.from(key.public_key, 'base64'));
  const { origin, hostname } = new URL(ctx.config.publicUrl);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...response, type: 'public-key', clientExtensionResults: {} },
    expectedChallenge: Buffer.from(seal, 'hex').toString('base64url'),
    expectedOrigin: origin,
    expectedRPID: hostname,
    credential: { id: key.credential_id, publicKey, counter: key.counter },
    requireUserVerification: true,
  }).catch(() => {
    throw unconfirmed();
  });
  if (!verified) throw unconfirmed();
  await ctx.db
    .updateTable('passkeys')
    .set({ counter: authenticationInfo.newCounter })
    .where('id', '=', key.id)
    .execute();
  const { algorithm, spki } = readKey(publicKey);
  return {
    method: 'passkey',
    proof: {
      credential_id: key.credential_id,
      public_key: spki,
      algorithm,
      rp_id: hostname,
      origin,
      authenticator_data: response.response.authenticatorData,
      client_data: response.response.clientDataJSON,
      signature: response.response.signature,
    },
  };
}

/**
 * Converts a public key from COSE (RFC 9053), the format of authenticators, to a format that all libraries can read.
 */
function readKey(cose: Uint8Array<ArrayBuffer>): { algorithm: number; spki: string } {
  const parts = decodeCredentialPublicKey(cose) as unknown as Map<number, number | Uint8Array>;
  const text = (label: number) => Buffer.from(parts.get(label) as Uint8Array).toString('base64url');
  const algorithm = Number(parts.get(3));
  const jwk =
    algorithm === -7
      ? { kty: 'EC', crv: 'P-256', x: text(-2), y: text(-3) }
      : algorithm === -257
        ? { kty: 'RSA', n: text(-1), e: text(-2) }
        : { kty: 'OKP', crv: 'Ed25519', x: text(-2) };
  const spki = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'der' });
  return { algorithm, spki: spki.toString('base64url') };
}
