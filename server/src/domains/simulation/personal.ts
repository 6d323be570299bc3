import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { Leaver, PersonalData } from '#server/platform/personal/personal-data.ts';
import { findUser } from '#server/domains/identity/index.ts';
import * as cases from './cases.queries.ts';
import { readBundle } from './fhir/read-record.ts';
import { recordEnd } from './record-years.ts';

/** The condition that selects signed rows. Only the doctor sees unsigned work, so an export does not contain it. */
const signed = 'exists (select from signatures s where s.case_id = t.case_id and s.version = t.version)';

/** The condition that selects photos in a treatment record. Any other photo is not part of a record yet. */
const named = 'exists (select from treatment_records r where r.case_id = t.case_id and t.id = any(r.photo_ids))';

export const simulationData: PersonalData = {
  tables: {
    cases: {
      why: 'One request for a simulation',
      of: 'patient_id',
      hidden: ['patient_id', 'practitioner_id', 'assigned_to'],
      kept: 'record',
      mentions: ['practitioner_id', 'assigned_to'],
      columns: {
        practitioner_id: 'the doctor who works on it',
        assigned_to: 'the doctor to whom it is assigned',
        taken_at: 'when a doctor took it',
        published_at: 'when the patient could see it',
        waits_since: 'since when the doctor waits for photos',
      },
    },
    case_photos: {
      why: 'The photos the doctor works on',
      of: 'case_id>cases',
      kept: 'record',
    },
    drafts: {
      why: 'The versions of a doctor’s draft',
      of: 'case_id>cases',
      hidden: ['saved_by'],
      shown: signed,
      kept: 'record',
      mentions: ['saved_by'],
      columns: {
        recipes: 'doses by treatment and style',
        plan: 'the treatment plan',
        markings: 'brush, corrected face points, injection points',
      },
    },
    renderings: {
      why: 'Simulated pictures; the files are encrypted in the object store',
      of: 'case_id>cases',
      hidden: ['input_hash', 'seen_by'],
      shown: signed,
      picture: 'id',
      kept: 'record',
      mentions: ['seen_by'],
      columns: {
        input_hash: 'the hash of the input of the picture',
        seen_at: 'when the doctor saw it at full size',
        seen_by: 'the doctor who saw it',
        marks: 'marks of the automatic check, and who accepted each of them and when',
      },
    },
    signatures: {
      why: 'Signatures of simulations and plans',
      of: 'case_id>cases',
      hidden: ['practitioner_id'],
      kept: 'record',
      mentions: ['practitioner_id'],
      columns: {
        seal: 'the hash over pictures, plan and score',
        method: 'how the doctor confirmed it',
        proof: 'the doctor’s passkey over the seal',
        verification_code: 'the code with which anyone can check whether the signature is valid',
      },
    },
    signature_timestamps: {
      why: 'Proof of the time of a signature, from an independent timestamp service, which receives only a hash',
      of: 'case_id>cases',
      kept: 'record',
      columns: {
        token: 'the timestamp over the seal',
        chain: 'the certificate chain of the timestamp',
        authority: 'the timestamp service',
        stamped_at: 'the time of the timestamp',
      },
    },
    signature_photos: {
      why: 'The photos a signature covers',
      of: 'case_id>cases',
      kept: 'record',
    },
    treatment_records: {
      why: 'Records of what was done at a visit, for the next doctor and for recalls of a lot',
      of: 'case_id>cases',
      hidden: ['recorded_by', 'lots'],
      kept: 'record',
      mentions: ['recorded_by'],
      columns: {
        version: 'the version; a correction is a new version',
        time_id: 'the time of the visit in the agenda',
        plan_version: 'the signed plan it was compared with',
        visit: 'the visit of that plan',
        treated_on: 'the day',
        products: 'product, manufacturer, lot and last day of use',
        points: 'the points of injection with product and dose, and events there',
        events: 'other events during the visit',
        note: 'the doctor’s note',
        photo_ids: 'photos of the visit',
        correction: 'the reason for the correction',
        recorded_by: 'the person who recorded it',
        recorded_at: 'when it was recorded',
        seal: 'the hash over all of it',
        verification_code: 'the code with which anyone can check whether the record is valid',
        lots: 'the lots in a normalised form, for searches',
      },
    },
    treatment_photos: {
      why: 'Photos of a visit',
      of: 'case_id>cases',
      hidden: ['uploaded_by'],
      shown: named,
      picture: 'id',
      kept: 'record',
      mentions: ['uploaded_by'],
      columns: { sha256: 'the hash of the picture', uploaded_by: 'the person who added it' },
    },
    clinical_sets: {
      why: 'Cases for which the doctor chose the clinical photo series',
      of: 'case_id>cases',
      hidden: ['chosen_by'],
      kept: 'record',
      mentions: ['chosen_by'],
      columns: {
        taken_by: 'whether the doctor or the patient takes the photos',
        chosen_by: 'the doctor who chose it',
        chosen_at: 'when',
      },
    },
    clinical_photos: {
      why: 'The clinical photo series: the same views each time, so that two dates can be compared',
      of: 'case_id>cases',
      hidden: ['added_by'],
      picture: 'id',
      kept: 'record',
      mentions: ['added_by'],
      columns: {
        view: 'the view or the expression',
        taken_on: 'the day',
        device: 'the name of the camera',
        distance_cm: 'the distance from the camera to the face',
        light: 'the light',
        taken_by: 'doctor or patient',
        added_by: 'the person who added it',
        sha256: 'the hash of the picture',
        width_px: 'the size in pixels',
        height_px: 'the size in pixels',
      },
    },
    case_events: {
      why: 'The history of a case, for the doctor',
      of: 'case_id>cases',
      hidden: ['actor_id'],
      kept: 'record',
      mentions: ['actor_id'],
      columns: { kind: 'what happened' },
    },
    case_steps: {
      why: 'Steps of the doctor’s work, shown to the waiting patient',
      of: 'case_id>cases',
      columns: { kind: 'the step', at: 'when the step was last reached' },
    },
    case_openings: {
      why: 'Openings of a case by a doctor who is not in charge',
      of: 'case_id>cases',
      hidden: ['opened_by', 'note', 'ended_by', 'recorded_at'],
      mentions: ['opened_by', 'ended_by'],
      columns: {
        opened_by: 'the doctor who opened it',
        opened_at: 'when, by the clock of the service',
        reason: 'the reason, from a list',
        note: 'the reason in the doctor’s own words',
        ended_by: 'the person who ended it early',
        recorded_at: 'when it was opened, by the clock of the database',
      },
    },
    case_reopenings: {
      why: 'Requests to reopen a signed case, which two people decide',
      of: 'case_id>cases',
      hidden: 'all',
      mentions: ['asked_by', 'answered_by'],
      columns: {
        asked_by: 'the person who requested it',
        asked_at: 'when it was requested',
        asked_as: 'as a doctor or as an administrator',
        note: 'the reason for the request',
        answered_by: 'the person who agreed or declined',
        is_agreed: 'agreed or declined',
      },
    },
    photo_requests: {
      why: 'A doctor’s requests for better photos',
      of: 'case_id>cases',
      hidden: ['requested_by'],
      mentions: ['requested_by'],
      columns: { poses: 'which', requested_by: 'the person who requested it', answered_at: 'when the photos arrived' },
    },
    redo_requests: {
      why: 'A patient’s requests for another version',
      of: 'case_id>cases',
      columns: { wishes: 'the changes that the patient wants' },
    },
    case_credits: {
      why: 'Additional versions, granted because a promised time was not kept',
      of: 'case_id>cases',
      columns: { granted_at: 'when it was given' },
    },
    due_warnings: {
      why: 'Warnings about a due time that were sent, so that none is sent twice',
      of: 'case_id>cases',
      hidden: 'all',
    },
    // A doctor's notes are private, so an export does not contain them.
    case_notes: {
      why: 'A doctor’s notes for themselves or a colleague',
      of: 'case_id>cases',
      hidden: 'all',
      mentions: ['saved_by'],
    },
    draft_names: {
      why: 'Names that a doctor gave to versions of a draft',
      of: 'case_id>cases',
      hidden: 'all',
      mentions: ['named_by'],
      columns: { named_by: 'the doctor who named it', named_at: 'when it was named' },
    },
    dose_calibrations: {
      why: 'Corrections of the dose-response table from pooled results, with the people who proposed and decided',
      stays: 'permanently, with the names, because recipes refer to the number of their correction',
      mentions: ['proposed_by', 'decided_by'],
      columns: {
        number: 'the number of the correction',
        dataset: 'version of the clinical dataset that it corrects',
        engine: 'version of the simulation that it corrects',
        base: 'the correction in force before',
        corrections: 'the pooled figures behind it',
        v0: 'the corrected values',
        proposed_by: 'the person who proposed it',
        proposed_name: 'the person’s name at that time',
        proposed_at: 'when it was proposed',
        decided_by: 'the person who decided',
        decided_name: 'the person’s name at that time',
        decided_registration: 'the person’s registration at that time',
        decision: 'approved, declined or withdrawn',
        decided_at: 'when it was decided',
        reason: 'the reason for the decision',
      },
    },
    dose_calibration_looks: {
      why: 'The changes that a doctor looked at before the decision',
      of: 'user_id',
      hidden: ['user_id'],
      columns: {
        number: 'the number of the correction',
        treatment: 'the treatment in the images',
        looked_at: 'when the images were shown',
      },
    },
    share_links: {
      why: 'Share links to pictures of a simulation',
      of: 'case_id>cases',
      hidden: ['token_hash'],
      columns: {
        token_hash: 'checks the link',
        label: 'the patient’s name for the recipient',
        revoked_at: 'when it was ended',
        views: 'how often it was opened',
        last_seen_at: 'when it was last opened',
      },
    },
  },
  files: exportedFiles,
  findRecord,
  erase,
};

/**
 * Returns the medical record as a FHIR R4 bundle, so that another system can import it. The bundle refers to the images
 * in the export.
 */
async function exportedFiles(ctx: Context, tx: Tx, userId: string, pictures: ReadonlySet<string>) {
  const user = await findUser(tx, userId);
  if (user?.role !== 'patient') return [];
  const rows = await cases.listOfPatient(tx, userId);
  const contentOf = async (id: string) => (pictures.has(id) ? { url: `photos/${id}.jpg` } : undefined);
  const reading = { language: user.language, isOwn: true, contentOf } as const;
  const bundle = await readBundle(ctx, tx, userId, rows, reading);
  return [{ name: 'fhir.json', text: JSON.stringify(bundle, null, 2) }];
}

/**
 * Returns the ids of the images in the record while the law requires us to keep it. These are the signed photos and
 * renderings, the photos of treatments, and the clinical photos. Returns null if the record may be deleted.
 */
async function findRecord(ctx: Context, tx: Tx, userId: string): Promise<string[] | null> {
  const since = recordEnd(ctx.clock.now());
  const cases = sql`select c.id from cases c join signatures s on s.case_id = c.id where c.patient_id = ${userId}
    and (s.signed_at >= ${since} or exists (select from treatment_records r where r.case_id = c.id and r.recorded_at >= ${since}))`;
  const { rows } = await sql<{ id: string | null }>`
    select null as id from (${cases}) c
    union select p.photo_id from signature_photos p where p.case_id in (${cases})
    union select r.id from renderings r join signatures s on s.case_id = r.case_id and s.version = r.version where r.case_id in (${cases})
    union select unnest(t.photo_ids) from treatment_records t where t.case_id in (${cases})
    union select p.id from clinical_photos p where p.case_id in (${cases})`.execute(tx);
  return rows.length > 0 ? rows.flatMap(({ id }) => id ?? []) : null;
}

/** If the record must be kept, deletes its unsigned parts, such as an unsigned new version. */
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
