import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Pose } from '#contract/intake.ts';
import { findKnown } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff, withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { ingestPhoto } from '#server/platform/images/ingest.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { whileStoring } from '#server/platform/storage/while-storing.ts';
import { task } from '#server/platform/workers/workers.ts';
import type { findPose } from './find-pose.ts';
import * as queries from './imports.queries.ts';

const look = task<typeof findPose>('checks', join(import.meta.dirname, 'find-pose.ts'), 'findPose');

interface GivenPhoto {
  readonly import_id: string;
  /** E-mail or the clinic's number. */
  readonly patient: string;
  readonly taken_on: string;
  /** As the file calls it: counts only where the engine finds no face, as on a full profile. */
  readonly pose: Pose | null;
  readonly consent_reference: string;
  readonly bytes: Buffer;
}

/**
 * Keeps a photo as every photo is kept: judged by its bytes, drawn again without metadata, encrypted with the key of its person. It never becomes part of the
 * current set, of which simulations are made: for that the patient has to agree.
 *
 * The administrator looks after nobody, so row level security shows them no patient. Whom an import may reach is decided here: patients with this e-mail or
 * with a number that an import gave.
 */
export async function importPhoto(
  ctx: Context,
  admin: SignedIn,
  photo: GivenPhoto,
): Promise<{ outcome: 'made' | 'duplicate' }> {
  const { file, userId } = await withStaff(ctx.db, admin.userId, (tx) => findTarget(ctx, tx, photo));
  const owner = userId ?? (await withSystem(ctx.system, (tx) => findByEmail(tx, photo.patient)));
  if (!owner) throw new Refusal('IMPORT_NO_PATIENT');
  const picture = await ctx.workers.inTurn('pictures', () => ingestPhoto(photo.bytes));
  const seen = await ctx.workers.run(look, picture.jpeg);
  const pose = seen ?? photo.pose;
  if (!pose) throw new Refusal('IMPORT_NO_FACE');
  return whileStoring(() =>
    withSystem(ctx.system, async (tx) => {
      const now = await queries.lockImport(tx, file.id);
      if (now?.state !== 'done') throw new Refusal('IMPORT_NOT_READY');
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

/** What can be said without the picture is said first. */
async function findTarget(
  ctx: Context,
  tx: Tx,
  { import_id, patient, taken_on, consent_reference }: GivenPhoto,
): Promise<{ file: queries.ImportRecord; userId: string | null }> {
  const file = await queries.findImport(tx, import_id);
  if (!file) throw new Refusal('NOT_FOUND');
  if (file.state !== 'done') throw new Refusal('IMPORT_NOT_READY');
  if (taken_on > ctx.clock.now().toISOString().slice(0, 10) || taken_on < '1950-01-01')
    throw new Refusal('IMPORT_PHOTO_DATE');
  if (file.ground === 'consent' && !consent_reference) throw new Refusal('IMPORT_CONSENT_MISSING');
  const row = await tx
    .selectFrom('imported_patients')
    .select('user_id')
    .where('reference', '=', patient)
    .executeTakeFirst();
  return { file, userId: row?.user_id ?? null };
}

async function findByEmail(tx: Tx, email: string): Promise<string | null> {
  const [person] = await findKnown(tx, { emails: [email.toLowerCase()], birthDates: [] });
  return person?.role === 'patient' && person.email_verified ? person.id : null;
}
