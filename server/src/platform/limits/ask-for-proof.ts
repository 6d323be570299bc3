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

/** Lets a call through, or asks for a proof of work. */
export type AskForProof = (call: Pick<LimitedCall, 'path' | 'ip' | 'proof'>) => Promise<void>;

const paths: ReadonlySet<string> = new Set(ProvenPaths);
const LIFE_S = 600;
/**
 * One try in 256 succeeds, and a try takes a millisecond or two: half a second on a desktop, two or three on an old
 * phone.
 */
const work = { algorithm: 'PBKDF2/SHA-256', cost: 2000, keyPrefix: '00' } as const;

/**
 * Sign-up, reset and contact cost a browser some work if one address, or all of them together, call more often than
 * people do. No third party is involved, and nobody has to solve a picture puzzle. A proof opens one call.
 *
 * @param key any secret; the proof's key is derived from it
 * @returns throws Refusal PROOF_NEEDED with a challenge
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

/** False: this proof has opened a call before. The row is deleted after a day, long after the proof has expired. */
async function spend(db: Db, signature: string): Promise<boolean> {
  const key = `proof|${createHash('sha256').update(signature).digest('base64url')}`;
  const { rows } = await sql`
    insert into tries (key, count, since) values (${key}, 1, now()) on conflict (key) do nothing returning key`.execute(
    db,
  );
  return rows.length === 1;
}
