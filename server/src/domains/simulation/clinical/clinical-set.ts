import { type ClinicalPhoto, type ClinicalSet, ClinicalViews } from '#contract/clinical-photos.ts';
import { listPhotos } from '#server/domains/intake/index.ts';
import { parisDay } from '#server/platform/calendar/zone-time.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import * as cases from '../cases.queries.ts';
import '../events.ts';
import { onCase, withinOpening } from '../relation/enter-case.ts';
import { tellAbout } from '../tell-about.ts';
import * as clinical from './clinical.queries.ts';

export const getClinicalSet = (ctx: Context, doctor: SignedIn, caseId: string): Promise<ClinicalSet> =>
  onCase(ctx, doctor, caseId, 'photo.viewed', async (tx, { row, opening, details }) => {
    const set = await showSet(withinOpening(ctx, opening), tx, row);
    details['photos'] = set.photos.map(({ id }) => id);
    return set;
  });

/**
 * Starts the clinical photo series of a case, with `taken_by` as the photographer, or ends it if `taken_by` is null.
 * Existing photos of the series are not deleted.
 */
export const chooseClinicalSet = (
  ctx: Context,
  doctor: SignedIn,
  caseId: string,
  taken_by: ClinicalSet['taken_by'],
): Promise<ClinicalSet> =>
  onCase(ctx, doctor, caseId, 'photos.clinical_chosen', async (tx, { row, opening, details }) => {
    details['taken_by'] = taken_by;
    const before = await clinical.findSet(tx, caseId);
    const chosen_at = ctx.clock.now();
    if (taken_by) await clinical.saveSet(tx, { case_id: caseId, taken_by, chosen_by: doctor.userId, chosen_at });
    else await clinical.endSet(tx, caseId);
    if (taken_by === 'patient' && before?.taken_by !== 'patient') {
      const event = { user_id: row.patient_id, case_id: caseId };
      await ctx.outbox.emit(tx, 'simulation.clinicalPhotosAsked', event, {
        key: `${caseId}:${chosen_at.toISOString()}`,
      });
    }
    await tellAbout(ctx, tx, row);
    return showSet(withinOpening(ctx, opening), tx, row);
  });

export const getMyClinicalSets = (ctx: Context, userId: string): Promise<ClinicalSet[]> =>
  withUser(ctx.db, userId, async (tx) => {
    const sets = [];
    for (const row of await cases.listOfPatient(tx, userId)) {
      const set = await showSet(ctx, tx, row);
      if (set.taken_by || set.photos.some(({ record }) => record)) sets.push(set);
    }
    return sets;
  });

/**
 * Returns the newest photo of each view. If the series has no photo for a view, the case's own photo of that pose is
 * used.
 */
export async function showSet(ctx: Context, tx: Tx, row: Pick<cases.CaseRow, 'id' | 'number'>): Promise<ClinicalSet> {
  const set = await clinical.findSet(tx, row.id);
  const taken = await clinical.listOfCase(tx, row.id);
  const began = await cases.listPhotos(tx, row.id);
  const shots = await listPhotos(
    tx,
    began.map(({ photo_id }) => photo_id),
  );
  const chosen = ClinicalViews.flatMap((view): Omit<ClinicalPhoto, 'url' | 'thumb_url'>[] => {
    const photo = taken.find((one) => one.view === view);
    if (photo) {
      const { id, taken_on, device, distance_cm, light, taken_by } = photo;
      return [{ id, view, taken_on, record: { device, distance_cm, light, taken_by } }];
    }
    const shot = shots.find(({ pose }) => pose === view);
    return shot ? [{ id: shot.id, view, taken_on: parisDay(shot.created_at), record: null }] : [];
  });
  const links = await ctx.photos.linksFor(
    tx,
    chosen.map(({ id }) => id),
  );
  const photos = chosen.flatMap((photo) => {
    const link = links.get(photo.id);
    return link ? [{ ...photo, ...link }] : [];
  });
  return { case_id: row.id, number: row.number, taken_by: set?.taken_by ?? null, photos };
}
