import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { onCase } from '../relation/enter-case.ts';
import { relationTo } from '../relation/relation.ts';
import { readBundle } from './read-record.ts';

/**
 * Exports a case as a FHIR R4 bundle that contains its photos and renderings. The doctor in charge can export it, and
 * so can a doctor with emergency access (for one hour, with a stated reason).
 */
export const exportCase = (ctx: Context, doctor: SignedIn, caseId: string): Promise<File> =>
  onCase(ctx, doctor, caseId, 'case.exported', async (tx, { row, opening, details }) => {
    // Any doctor may view a case without a doctor in charge, but may not export it.
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
