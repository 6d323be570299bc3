import { noMarkings } from '#contract/markings.ts';
import { onlyPoses } from '#contract/photo-kinds.ts';
import type { PublishedSimulation } from '#contract/simulation.ts';
import { findAnswers, toPhotoEntries } from '#server/domains/intake/index.ts';
import { shownMethod } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withUser } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { styleAskedFor } from './case.ts';
import * as cases from './cases.queries.ts';
import * as drafts from './drafts.queries.ts';
import { findLatestSignature } from './renderings.queries.ts';
import { contentOf, listPictures, sealOfStoredFiles } from './sealed-content.ts';
import { showRenderings } from './show-rendering.ts';

/**
 * Returns the newest signed version, after comparing its seal (the SHA-256 hash of the signed content) with the stored
 * files. Cases of other patients and unsigned cases are refused with NOT_FOUND.
 */
export async function getMySimulation(ctx: Context, patientId: string, caseId: string): Promise<PublishedSimulation> {
  const { signed, ...shown } = await read(ctx, patientId, caseId);
  return { ...shown, signature: { ...shown.signature, method: await shownMethod(ctx, ctx.db, signed) } };
}

const read = (ctx: Context, patientId: string, caseId: string) =>
  withUser(ctx.db, patientId, async (tx) => {
    const row = await cases.find(tx, caseId);
    const signature = row && (await findLatestSignature(tx, caseId));
    if (!row || row.patient_id !== patientId || !row.published_at || !signature) throw new Refusal('NOT_FOUND');
    const draft = await drafts.get(tx, caseId, signature.version);
    const pictures = await listPictures(tx, caseId, signature.version);
    const seal = await sealOfStoredFiles(ctx, tx, contentOf(row, draft, pictures), pictures);
    return {
      signed: signature,
      case_id: row.id,
      number: row.number,
      published_at: row.published_at.toISOString(),
      before: onlyPoses(await toPhotoEntries(ctx, tx, pictures.photos)),
      renderings: await showRenderings(ctx, tx, pictures.renderings),
      style_asked_for: styleAskedFor((await findAnswers(tx, patientId, signature.signed_at))?.answers),
      plan: draft.plan,
      injections: draft.markings?.injections ?? [],
      recipes: draft.recipes,
      marks: (draft.markings ?? noMarkings()).poses,
      signature: {
        practitioner_name: signature.practitioner_name,
        registration_number: signature.registration_number,
        registration_body: signature.registration_body,
        signed_at: signature.signed_at.toISOString(),
        seal: signature.seal,
        verification_code: signature.verification_code,
        is_intact: seal === signature.seal,
      },
    };
  });
