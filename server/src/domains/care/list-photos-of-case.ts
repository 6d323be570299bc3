import type { ImportedPhotos } from '#contract/imports.ts';
import { listImportedPhotos } from '#server/domains/imports/index.ts';
import { onCase, withinOpening } from '#server/domains/simulation/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';

interface Asked {
  readonly case_id: string;
  readonly after?: string | null | undefined;
}

/** Lists a page of the patient's imported photos. The audit log names the photos of the page. */
export const listPhotosOfCase = (ctx: Context, doctor: SignedIn, { case_id, after }: Asked): Promise<ImportedPhotos> =>
  onCase(ctx, doctor, case_id, 'photo.viewed', async (tx, { row, opening, details }) => {
    const page = await listImportedPhotos(withinOpening(ctx, opening), tx, row.patient_id, after);
    details['photos'] = page.photos.map(({ id }) => id);
    return page;
  });
