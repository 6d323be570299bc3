import { createHash, createHmac } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { sql } from 'kysely';
import { Proof } from '#contract/challenge.ts';
import { ProvenPaths } from '#contract/proof-of-work.ts';
import type { Db } from '../db/db.ts';
import { Refusal } from '../refusal.ts';
import { countUses } from './count-uses.ts';
import type { LimitedCall } from './create-limits.ts';
import { networkOf } from './network-of.ts';
import type { Allowance } from './policy.ts';

export interface UsualPace {
  readonly address: Allowance;
  readonly overall: Allowance;
}

/** Lets a call through, or throws a refusal that requires a proof of work. */
export type AskForProof = (call: Pick<LimitedCall, 'path' | 'ip' | 'proof'>) => Promise<void>;

const paths: ReadonlySet<string> = new Set(ProvenPaths);
const LIFE_S = 600;
/**
 * The effort of one proof. One try in 256 succeeds, and a try takes one or two milliseconds. A proof therefore takes
 * half a second on a desktop, and two or three seconds on an old phone.
 */
const work = { algorithm: 'PBKDF2/SHA-256', cost: 2000, keyPrefix: '00' } as const;

/**
 * Creates the check that requires a proof of work for sign-up, password reset and contact. A proof is required if one
 * address, or all addresses together, call more often than people usually do. No third party is involved, and nobody
 * has to solve an image puzzle. A proof is valid for one call.
 *
 * @param key any secret; the key that signs challenges is derived from it
 * @returns a function that throws Refusal PROOF_NEEDED with a challenge
 */
export function createAskForProof(db: Db, key: Buffer, pace: UsualPace): AskForProof {
  const hmacSignatureSecret = createHmac('sha256', key).update('proof of work').digest('hex');

  async function isProven(header: string): Promise<boolean> {
    const proof = Proof.safeParse(parse(header));
    if (!proof.success) return false;
    const { challenge, solution } = proof.data;
    const given = { challenge, solution: { ...solution, time: solution.time ?? 0 } };
    const { verified } = await verifySolution({ ...given, deriveKey, hmacSignatureSecret });
    return verified && spend(db, challenge.signature);
  }

  return async ({ path, ip, proof }) => {
    if (!paths.has(path)) return;
    if (proof !== null && (await isProven(proof))) return;
    const waits = await countUses(
      db,
      [
        { what: 'pace|address', whose: networkOf(ip), amount: 1, ...pace.address },
        { what: 'pace', whose: 'everybody', amount: 1, ...pace.overall },
      ],
      Date.now(),
    );
    if (Math.max(...waits) === 0) return;
    const expiresAt = Math.floor(Date.now() / 1000) + LIFE_S;
    throw new Refusal('PROOF_NEEDED', {
      challenge: await createChallenge({ ...work, expiresAt, deriveKey, hmacSignatureSecret }),
    });
  };
}

function parse(header: string): unknown {
  try {
    return JSON.parse(Buffer.from(header, 'base64').toString());
  } catch {
    return undefined;
  }
}

/**
 * Records that a proof was used. Returns false if it was used before. The row is deleted after a day, long after the
 * proof has expired.
 */
async function spend(db: Db, signature: string): Promise<boolean> {
  const key = `proof|${createHash('sha256').update(signature).digest('base64url')}`;
  const { rows } = await sql`
    insert into tries (key, count, since) values (${key}, 1, now()) on conflict (key) do nothing returning key`.execute(
    db,
  );
  return rows.length === 1;
}
