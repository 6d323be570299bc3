import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { PersonalData } from '#server/platform/personal/personal-data.ts';
import { listImportedSince } from './imported.queries.ts';

/** The number of years for which a medical record is stored, even if another practice wrote it. */
const RECORD_YEARS = 20;

const ofRecord = {
  import_id: 'the import with which it came',
  ground: 'the legal basis: treatment by the same clinic, or a signed consent',
  consent_reference: 'where the clinic stores the signed consent',
  made_at: 'when it was imported',
};

export const importsData: PersonalData = {
  tables: {
    imports: {
      why: 'Files from another system, with the legal basis for importing their records',
      stays: 'permanently; a file that was not imported, a day',
      mentions: ['made_by', 'undone_by'],
      columns: {
        name: 'the hash of the file',
        ground: 'treatment by the same clinic, or signed consents',
        ground_note: 'where the proof is stored',
        date_order: 'the format of dates in the file',
        country: 'the country of telephone numbers without a country code',
        language: 'the language for the patients',
        state: 'the step that it has reached',
        expected: 'how many rows it has',
        handled: 'how many rows the current step has handled',
        photos: 'how many photos were added',
        made_by: 'the administrator who imported it',
        made_at: 'when it was begun',
        began_at: 'when the run was requested',
        ran_at: 'from when it can be undone for a day',
        undone_by: 'the administrator who undid it',
        undone_at: 'when it was undone',
      },
    },
    import_rows: {
      why: 'The result of each row of such a file',
      of: 'user_id',
      hidden: 'all',
      stays: 'thirty days; the content of the row only until it is imported',
      mentions: ['like_id'],
      columns: {
        import_id: 'the file it belongs to',
        line: 'its place in the file',
        email: 'the person concerned',
        cells: 'the content of the row',
        outcome: 'the result: created, added, existing or refused',
        codes: 'the codes of the reasons',
        about_line: 'the earlier row of the same person',
        like_id: 'another account with the same name and birth date',
        undo: 'whether the undo removed it',
      },
    },
    imported_patients: {
      why: 'Accounts that an import created',
      of: 'user_id',
      hidden: ['user_id', 'import_id'],
      columns: {
        import_id: 'the import',
        reference: 'the clinic’s own number of the patient',
        made_at: 'when it was imported',
      },
    },
    imported_treatments: {
      why: 'Earlier treatments from another system of the clinic, needed for the intervals and risks of the next one',
      of: 'user_id',
      hidden: ['user_id', 'import_id'],
      kept: 'record',
      columns: {
        ...ofRecord,
        treated_on: 'when it was done',
        kind: 'toxin, filler, laser and so on',
        treatment: 'the treatment in the clinical dataset',
        words: 'the text of the file',
        area: 'the area of the face',
        product: 'the product',
        lot: 'the lot, for a recall',
        amount: 'how much',
        unit: 'the unit',
        practitioner: 'the person who carried it out',
        note: 'the note in the file',
      },
    },
    imported_photos: {
      why: 'Earlier photos from another system, never part of a simulation. The files are encrypted in the object store',
      of: 'user_id',
      hidden: ['user_id', 'import_id'],
      picture: 'id',
      kept: 'record',
      columns: {
        ...ofRecord,
        is_verified: 'whether the pose was detected automatically',
        taken_on: 'when it was taken',
      },
    },
  },
  findRecord,
  // A refused row belongs to no account, but contains an email. Rows with the person's email are deleted.
  erase: (_ctx, tx, { email }) =>
    tx
      .deleteFrom('import_rows')
      .where('email', '=', email)
      .execute()
      .then(() => {}),
};

/**
 * Returns the ids of a person's imported photos while the law requires us to store the record of the person's
 * treatments. Otherwise returns null.
 */
async function findRecord(ctx: Context, tx: Tx, userId: string): Promise<string[] | null> {
  const since = new Date(ctx.clock.now());
  since.setUTCFullYear(since.getUTCFullYear() - RECORD_YEARS);
  if ((await listImportedSince(tx, [userId], since)).length === 0) return null;
  const photos = await tx.selectFrom('imported_photos').select('id').where('user_id', '=', userId).execute();
  return photos.map(({ id }) => id);
}
