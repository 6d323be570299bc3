import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { Leaver, PersonalData } from '#server/platform/personal/personal-data.ts';
import { recordEnd } from './record-years.ts';

/** What the doctor has not signed is not shown to anybody, in an export neither. */
const signed = 'exists (select from signatures s where s.case_id = t.case_id and s.version = t.version)';

/** A photo that no record names is none of the record yet. */
const named = 'exists (select from treatment_records r where r.case_id = t.case_id and t.id = any(r.photo_ids))';

export const simulationData: PersonalData = {
  tables: {
    cases: { of: 'patient_id', hidden: ['patient_id', 'practitioner_id', 'assigned_to'], kept: 'record' },
    case_photos: { of: 'case_id>cases', kept: 'record' },
    drafts: { of: 'case_id>cases', hidden: ['saved_by'], shown: signed, kept: 'record' },
    renderings: {
      of: 'case_id>cases',
      hidden: ['input_hash', 'seen_by'],
      shown: signed,
      picture: 'id',
      kept: 'record',
    },
    signatures: { of: 'case_id>cases', hidden: ['practitioner_id'], kept: 'record' },
    signature_timestamps: { of: 'case_id>cases', kept: 'record' },
    signature_photos: { of: 'case_id>cases', kept: 'record' },
    treatment_records: { of: 'case_id>cases', hidden: ['recorded_by', 'lots'], kept: 'record' },
    treatment_photos: { of: 'case_id>cases', hidden: ['uploaded_by'], shown: named, picture: 'id', kept: 'record' },
    case_events: { of: 'case_id>cases', hidden: ['actor_id'], kept: 'record' },
    case_steps: { of: 'case_id>cases' },
    case_openings: { of: 'case_id>cases', hidden: ['opened_by', 'note', 'ended_by', 'recorded_at'] },
    case_reopenings: { of: 'case_id>cases', hidden: 'all' },
    photo_requests: { of: 'case_id>cases', hidden: ['requested_by'] },
    redo_requests: { of: 'case_id>cases' },
    case_credits: { of: 'case_id>cases' },
    due_warnings: { of: 'case_id>cases', hidden: 'all' },
    // Notes that a doctor makes for themselves are theirs.
    case_notes: { of: 'case_id>cases', hidden: 'all' },
    draft_names: { of: 'case_id>cases', hidden: 'all' },
    share_links: { of: 'case_id>cases', hidden: ['token_hash'] },
  },
  mentions: {
    cases: ['practitioner_id', 'assigned_to'],
    case_events: ['actor_id'],
    case_openings: ['opened_by', 'ended_by'],
    case_reopenings: ['asked_by', 'answered_by'],
    case_notes: ['saved_by'],
    drafts: ['saved_by'],
    draft_names: ['named_by'],
    photo_requests: ['requested_by'],
    renderings: ['seen_by'],
    signatures: ['practitioner_id'],
    treatment_records: ['recorded_by'],
    treatment_photos: ['uploaded_by'],
  },
  findRecord,
  erase,
};

/** Photos and renderings under a signature, and photos of a treatment, that are not older than the law asks. */
async function findRecord(ctx: Context, tx: Tx, userId: string): Promise<string[] | null> {
  const since = recordEnd(ctx.clock.now());
  const cases = sql`select c.id from cases c join signatures s on s.case_id = c.id where c.patient_id = ${userId}
    and (s.signed_at >= ${since} or exists (select from treatment_records r where r.case_id = c.id and r.recorded_at >= ${since}))`;
  const { rows } = await sql<{ id: string | null }>`
    select null as id from (${cases}) c
    union select p.photo_id from signature_photos p where p.case_id in (${cases})
    union select r.id from renderings r join signatures s on s.case_id = r.case_id and s.version = r.version where r.case_id in (${cases})
    union select unnest(t.photo_ids) from treatment_records t where t.case_id in (${cases})`.execute(tx);
  return rows.length > 0 ? rows.flatMap(({ id }) => id ?? []) : null;
}

/** Of a record nothing stays but what was signed; what a doctor had begun anew is dropped. */
async function erase(_ctx: Context, tx: Tx, { userId, record }: Leaver): Promise<void> {
  if (!record) return;
  const mine = sql`select id from cases where patient_id = ${userId}`;
  await sql`delete from cases c where c.patient_id = ${userId} and not exists (select from signatures s where s.case_id = c.id)`.execute(
    tx,
  );
  await sql`delete from drafts d where d.case_id in (${mine})
    and not exists (select from signatures s where s.case_id = d.case_id and s.version = d.version)`.execute(tx);
  await sql`delete from treatment_photos t where t.case_id in (${mine}) and not ${sql.raw(named)}`.execute(tx);
  await sql`update cases set status = 'published' where patient_id = ${userId} and published_at is not null and status <> 'withdrawn'`.execute(
    tx,
  );
}
