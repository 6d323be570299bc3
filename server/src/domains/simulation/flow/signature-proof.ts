import type { SignatureProof } from '#contract/verify-proof.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import * as cases from '../cases.queries.ts';
import * as drafts from '../drafts.queries.ts';
import { onCase } from '../relation/enter-case.ts';
import { findLatestSignature } from '../renderings.queries.ts';
import { sealedText } from '../seal.ts';
import { contentOf, listPictures } from '../sealed-content.ts';
import { findTimestamp } from './timestamps.queries.ts';

/**
 * Returns everything that is needed to check a signature without our database: the signed content, the passkey's
 * signature over this content, and the timestamp. Only the patient and doctors who may see the case get this proof.
 */
export const getSignatureProof = (ctx: Context, reader: SignedIn, caseId: string): Promise<SignatureProof> =>
  reader.role === 'patient'
    ? withUser(ctx.db, reader.userId, async (tx) => {
        const row = await cases.find(tx, caseId);
        if (row?.patient_id !== reader.userId) throw new Refusal('NOT_FOUND');
        return make(tx, row);
      })
    : onCase(ctx, reader, caseId, 'plan.viewed', (tx, { row }) => make(tx, row));

async function make(tx: Tx, row: cases.CaseRow): Promise<SignatureProof> {
  const signature = await findLatestSignature(tx, row.id);
  if (!signature) throw new Refusal('NOT_FOUND');
  const draft = await drafts.get(tx, row.id, signature.version);
  const pictures = await listPictures(tx, row.id, signature.version);
  const timestamp = await findTimestamp(tx, row.id, signature.version);
  const content = sealedText(contentOf(row, draft, pictures));
  return { format: 'flaira-signature-1', content, seal: signature.seal, passkey: signature.proof, timestamp };
}
