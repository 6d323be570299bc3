import type { SignatureStates } from '#contract/case-flow.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import * as cases from '../cases.queries.ts';
import * as drafts from '../drafts.queries.ts';
import { findLatestSignature, findSignatureByCode } from '../renderings.queries.ts';
import { contentOf, listPictures, sealOfStoredFiles } from '../sealed-content.ts';
import { readVerificationCode } from '../verification-code.ts';

export interface Verification {
  readonly state: (typeof SignatureStates)[number];
  /** Day of the signature in Paris, YYYY-MM-DD. */
  readonly signed_on: string | null;
}

const unknown: Verification = { state: 'unknown', signed_on: null };
const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris', dateStyle: 'short' });

/** Anybody may ask. The stored files are hashed again; who the patient is, what was planned and who signed is not told. */
export const verifySignature = (ctx: Context, code: string): Promise<Verification> =>
  withSystem(ctx.system, async (tx) => {
    const signature = await findSignatureByCode(tx, readVerificationCode(code));
    const row = signature && (await cases.find(tx, signature.case_id));
    if (!signature || !row) return unknown;
    const draft = await drafts.get(tx, row.id, signature.version);
    const pictures = await listPictures(tx, row.id, signature.version);
    const seal = await sealOfStoredFiles(ctx, tx, contentOf(row, draft, pictures), pictures);
    const latest = await findLatestSignature(tx, row.id);
    const isIntact = seal === signature.seal;
    const state = !isIntact ? 'broken' : latest?.version === signature.version ? 'valid' : 'superseded';
    return { state, signed_on: day.format(signature.signed_at) };
  });
