import type { ShownProof, SignatureStates } from '#contract/case-flow.ts';
import { shownMethod } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import * as cases from '../cases.queries.ts';
import * as drafts from '../drafts.queries.ts';
import { findLatestSignature, findSignatureByCode } from '../renderings.queries.ts';
import { contentOf, hashAll, listPictures, sealOfStoredFiles } from '../sealed-content.ts';
import { findByCode, findNewest, listPhotos } from '../treatment/records.queries.ts';
import { sealOfRecord } from '../treatment/treatment-record.ts';
import { findTimestamp } from './timestamps.queries.ts';
import { readVerificationCode } from '../verification-code.ts';

export interface Verification {
  readonly state: (typeof SignatureStates)[number];
  /** The day of the signature in the Paris time zone, as YYYY-MM-DD. */
  readonly signed_on: string | null;
  /** The proof of the signature. Null for treatment records and unknown codes. */
  readonly proof: ShownProof | null;
}

const unknown: Verification = { state: 'unknown', signed_on: null, proof: null };
const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris', dateStyle: 'short' });

/**
 * Checks a signed plan or a treatment record by its code. Anyone may call this function. It hashes the stored files
 * again. The result contains the proof of a plan, but not the patient, the treatments or the doctor's name.
 */
export const verifySignature = (ctx: Context, typed: string): Promise<Verification> =>
  withSystem(ctx.system, async (tx) => {
    const code = readVerificationCode(typed);
    const signature = await findSignatureByCode(tx, code);
    const row = signature && (await cases.find(tx, signature.case_id));
    if (!signature || !row) return verifyRecord(ctx, tx, code);
    const draft = await drafts.get(tx, row.id, signature.version);
    const pictures = await listPictures(tx, row.id, signature.version);
    const seal = await sealOfStoredFiles(ctx, tx, contentOf(row, draft, pictures), pictures);
    const latest = await findLatestSignature(tx, row.id);
    const isIntact = seal === signature.seal;
    const state = !isIntact ? 'broken' : latest?.version === signature.version ? 'valid' : 'superseded';
    const timestamp = await findTimestamp(tx, row.id, signature.version);
    const method = await shownMethod(ctx, tx, signature);
    const proof = { method, seal: signature.seal, passkey: signature.proof, timestamp };
    return { state, signed_on: day.format(signature.signed_at), proof };
  });

async function verifyRecord(ctx: Context, tx: Tx, code: string): Promise<Verification> {
  const record = await findByCode(tx, code);
  const row = record && (await cases.find(tx, record.case_id));
  if (!record || !row) return unknown;
  const photos = await hashAll(ctx, tx, await listPhotos(tx, row.id, record.photo_ids));
  const isWhole = photos?.length === record.photo_ids.length;
  const hashes = (photos ?? []).map(({ sha256 }) => sha256);
  const isIntact = isWhole && sealOfRecord(row.number, record, hashes) === record.seal;
  const newest = await findNewest(tx, row.id, record.id);
  const state = !isIntact ? 'broken' : newest?.version === record.version ? 'valid' : 'superseded';
  return { state, signed_on: day.format(record.recorded_at), proof: null };
}
