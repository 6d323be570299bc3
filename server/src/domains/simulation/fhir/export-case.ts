import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { onCase } from '../relation/enter-case.ts';
import { relationTo } from '../relation/relation.ts';
import { readBundle } from './read-record.ts';

/**
 * A case as a bundle of FHIR R4 with its pictures inside, for the doctor in charge or a doctor who opened it with a
 * reason.
 */
export const exportCase = (ctx: Context, doctor: SignedIn, caseId: string): Promise<File> =>
  onCase(ctx, doctor, caseId, 'case.exported', async (tx, { row, opening, details }) => {
    // Every doctor may view a case without a doctor, but only the doctor in charge may export a file of it.
    if (!opening && relationTo(doctor.userId, row) !== 'mine') throw new Refusal('NOT_FOUND');
    const contentOf = async (id: string) => {
      const bytes = await ctx.photos.read(tx, id);
      return bytes ? { data: bytes.toString('base64') } : undefined;
    };
    const bundle = await readBundle(ctx, tx, row.patient_id, [row], {
      language: doctor.language,
      isOwn: false,
      contentOf,
    });
    details['resources'] = bundle.entry.length;
    return new File([JSON.stringify(bundle)], `${row.number}.fhir.json`, { type: 'application/fhir+json' });
  });
