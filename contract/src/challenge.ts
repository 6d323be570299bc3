import * as z from 'zod';

/**
 * The proof of work that a browser computes, in the format of ALTCHA. The browser searches for a counter whose derived
 * key begins with `keyPrefix`.
 */
export const Challenge = z.object({
  parameters: z.looseObject({
    algorithm: z.literal('PBKDF2/SHA-256'),
    nonce: z.string().max(64),
    salt: z.string().max(64),
    cost: z.number().int().min(1).max(100_000),
    keyLength: z.number().int().min(1).max(64),
    keyPrefix: z.string().max(8),
    expiresAt: z.number(),
  }),
  signature: z.string().max(128),
});
export type Challenge = z.infer<typeof Challenge>;

export const Proof = z.object({
  challenge: Challenge,
  solution: z.object({
    counter: z.number().int().min(0),
    derivedKey: z.string().max(128),
    time: z.number().optional(),
  }),
});

export const proofRefusals = {
  /**
   * This procedure is called more often than usual at the moment. The browser must solve `challenge` and repeat the
   * call with the proof.
   */
  PROOF_NEEDED: { status: 428, data: z.object({ challenge: Challenge }) },
} as const;
