import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Pose } from '#contract/intake.ts';
import { parisDay } from '#server/platform/calendar/zone-time.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff, withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { ingestPhoto } from '#server/platform/images/ingest.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { whileStoring } from '#server/platform/storage/while-storing.ts';
import { task } from '#server/platform/workers/workers.ts';
import type { findPose } from './find-pose.ts';
import * as queries from './imports.queries.ts';
import { undoUntil } from './show-imports.ts';

const look = task<typeof findPose>('checks', join(import.meta.dirname, 'find-pose.ts'), 'findPose');

interface GivenPhoto {
  readonly import_id: string;
  /** The patient's email, or the patient's number at the clinic. */
  readonly patient: string;
  readonly taken_on: string;
  /**
   * The pose that was sent with the photo. It is used only if the engine finds no face, for example in full profile.
   */
  readonly pose: Pose | null;
  readonly consent_reference: string;
  readonly bytes: Buffer;
}

/**
 * Stores a photo of an import for a patient. As for every photo, the type is detected from the bytes and the photo is
 * encoded again without metadata. The photo is then encrypted with the key of the person. An imported photo never
 * becomes part of the current set (the newest photo of each pose and expression), because simulations use that set and
 * need the patient's consent.
 *
 * A photo can be stored only for people whose account this import created or matched to a row of its file, because an
 * email alone does not prove whose face the photo shows. Photos are accepted only while the import can be undone, so
 * that each photo can be undone too.
 */
export async function importPhoto(
  ctx: Context,
  admin: SignedIn,
  photo: GivenPhoto,
): Promise<{ outcome: 'made' | 'duplicate' }> {
  const { file, owner } = await withStaff(ctx.db, admin.userId, (tx) => findTarget(ctx, tx, photo));
  const picture = await ctx.workers.inTurn('pictures', () => ingestPhoto(photo.bytes));
  const seen = await ctx.workers.run(look, picture.jpeg);
  const pose = seen ?? photo.pose;
  if (!pose) throw new Refusal('IMPORT_NO_FACE');
  return whileStoring(() =>
    withSystem(ctx.system, async (tx) => {
      const now = await queries.lockImport(tx, file.id);
      if (!now) throw new Refusal('NOT_FOUND');
      assertOpen(ctx, now);
      const same = await tx
        .selectFrom('imported_photos')
        .select('id')
        .where('user_id', '=', owner)
        .where('sha256', '=', picture.sha256)
        .executeTakeFirst();
      if (same) return { outcome: 'duplicate' as const };
      const path = `${owner}/${randomUUID()}.jpg`;
      const { id, sha256 } = await ctx.photos.save(tx, { owner: { userId: owner }, bucket: 'imported', path, picture });
      await tx
        .insertInto('imported_photos')
        .values({
          id,
          user_id: owner,
          import_id: file.id,
          pose,
          is_verified: seen !== null,
          taken_on: photo.taken_on,
          sha256,
          ground: file.ground,
          consent_reference: photo.consent_reference,
          made_at: ctx.clock.now(),
        })
        .execute();
      await queries.updateImport(tx, file.id, { photos: now.photos + 1 });
      await ctx.audit.record(tx, {
        actor: admin.userId,
        actor_role: 'admin',
        action: 'import.added',
        subject: `import:${file.id}`,
        patient_id: owner,
        reason: 'administration',
        details: { photo: id },
      });
      return { outcome: 'made' as const };
    }),
  );
}

/**
 * Checks everything that can be checked without the bytes of the photo. Returns the import and the owner of the photo.
 */
async function findTarget(
  ctx: Context,
  tx: Tx,
  { import_id, patient, taken_on, consent_reference }: GivenPhoto,
): Promise<{ file: queries.ImportRecord; owner: string }> {
  const file = await queries.findImport(tx, import_id);
  if (!file) throw new Refusal('NOT_FOUND');
  assertOpen(ctx, file);
  if (taken_on > parisDay(ctx.clock.now()) || taken_on < '1950-01-01') throw new Refusal('IMPORT_PHOTO_DATE');
  if (file.ground === 'consent' && !consent_reference) throw new Refusal('IMPORT_CONSENT_MISSING');
  const [owner, ...others] = await queries.listPeopleOf(tx, file.id, patient);
  if (!owner || others.length > 0) throw new Refusal('IMPORT_NO_PATIENT');
  return { file, owner };
}

function assertOpen({ clock }: Context, file: queries.ImportRecord): void {
  const until = file.state === 'done' ? undoUntil(file) : null;
  if (!until) throw new Refusal('IMPORT_NOT_READY');
  if (until <= clock.now()) throw new Refusal('IMPORT_CLOSED');
}
