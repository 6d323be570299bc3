import * as z from 'zod';
import { Id, Instant, isStorable, ReadingLanguage, rpc, text } from './base.ts';
import { PracticeCountry } from './directory.ts';
import { Pose, PhotoLimits, photoRefusals } from './intake.ts';

/** Imports of patients, earlier treatments and photos from a clinic's former system. */

/** The meanings that a column of the file can have. The form lists them in this order. */
export const ImportFields = [
  'email',
  'first_name',
  'last_name',
  'birth_date',
  'phone',
  'reference',
  'treated_on',
  'treatment',
  'area',
  'product',
  'lot',
  'amount',
  'unit',
  'practitioner',
  'note',
  'consent_reference',
] as const;
export type ImportField = (typeof ImportFields)[number];

export const IMPORT_MOST = {
  rows: 20_000,
  /** The maximum number of rows in one call. */
  rows_in_call: 200,
  file_mb: 20,
  /** The maximum number of characters of a cell, and of a note. */
  cell: 200,
  note: 2000,
  /** Hours within which a whole import can be undone. */
  undo_hours: 24,
} as const;

/**
 * The legal basis for storing health data. `care`: the same clinic continues the treatment (GDPR 9(2)(h)). `consent`:
 * each patient signed a consent, and each row of the file names it (GDPR 9(2)(a)).
 */
export const ImportGrounds = ['care', 'consent'] as const;
export const DateOrders = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof DateOrders)[number];
export const ImportStates = ['receiving', 'checking', 'checked', 'running', 'done', 'undoing', 'undone'] as const;

/**
 * The outcome of a row. `new`: the row creates a patient. `add`: the row adds a treatment to a person. This person has
 * an account, or an earlier row creates it. `duplicate`: it changes nothing, because the record already exists.
 */
export const ImportOutcomes = ['new', 'add', 'duplicate', 'refused'] as const;
export type ImportOutcome = (typeof ImportOutcomes)[number];

/** Reasons why a row is refused. */
export const ImportFaults = [
  'email_missing',
  'email_invalid',
  'email_of_team',
  'email_unconfirmed',
  'other_person_here',
  'other_person_in_file',
  'first_name_missing',
  'last_name_missing',
  'birth_date_missing',
  'birth_date_invalid',
  'under_age',
  'phone_invalid',
  'reference_taken',
  'treated_on_missing',
  'treated_on_invalid',
  'treated_in_future',
  'treatment_missing',
  'amount_invalid',
  'consent_missing',
  'too_long',
] as const;
export type ImportFault = (typeof ImportFaults)[number];
/** Warnings about an accepted row. */
export const ImportHints = ['same_name_and_birth_date', 'treatment_in_words', 'patient_kept'] as const;
export type ImportHint = (typeof ImportHints)[number];

/**
 * A cell as it is in the file. Its limit is higher than the limit of every field. If a cell is too long for its field,
 * the service therefore refuses only the row and not the whole call.
 */
const Cell = z.string().max(2100).refine(isStorable);
export const ImportCells = z.partialRecord(z.enum(ImportFields), Cell);
export type ImportCells = z.infer<typeof ImportCells>;

const Person = z.object({ id: Id, name: z.string() });

export const Import = z.object({
  id: Id,
  name: z.string(),
  ground: z.enum(ImportGrounds),
  ground_note: z.string(),
  state: z.enum(ImportStates),
  /**
   * `expected`: number of rows in the file. `handled`: number of rows that the current step has processed. During an
   * undo, it is the number of people.
   */
  expected: z.number().int(),
  handled: z.number().int(),
  counts: z.record(z.enum(ImportOutcomes), z.number().int()),
  /** Number of accepted rows with a warning (`ImportHints`). */
  hints: z.number().int(),
  photos: z.number().int(),
  /**
   * Number of rows whose records an undo kept, because the account was used or a doctor had viewed the person's data.
   */
  kept: z.number().int(),
  made_by: Person.nullable(),
  made_at: Instant,
  ran_at: Instant.nullable(),
  /** The deadline for undoing the import. Null: it cannot be undone. */
  undo_until: Instant.nullable(),
  undone_at: Instant.nullable(),
});
export type Import = z.infer<typeof Import>;

export const ImportRow = z.object({
  line: z.number().int(),
  email: z.string(),
  outcome: z.enum(ImportOutcomes).nullable(),
  codes: z.array(z.enum([...ImportFaults, ...ImportHints])),
  about_line: z.number().int().nullable(),
  /** The person to whom the row belongs. */
  person: Person.nullable(),
  /** Another account with the same name and birth date. */
  like: Person.nullable(),
  undo: z.enum(['removed', 'kept']).nullable(),
});
export type ImportRow = z.infer<typeof ImportRow>;

/** A treatment that another system recorded. No doctor of Flaira signed it. */
export const ImportedTreatment = z.object({
  id: Id,
  treated_on: z.iso.date(),
  kind: z.string(),
  words: z.string(),
  area: z.string(),
  product: z.string(),
  lot: z.string(),
  amount: z.number().nullable(),
  unit: z.string(),
  practitioner: z.string(),
  note: z.string(),
});
export type ImportedTreatment = z.infer<typeof ImportedTreatment>;

export const ImportedPhoto = z.object({
  id: Id,
  pose: Pose,
  /**
   * False: the engine found no face, so the pose comes from the import's table of photos or from the name of the image
   * file.
   */
  is_verified: z.boolean(),
  taken_on: z.iso.date(),
  url: z.string(),
  thumb_url: z.string(),
});
export type ImportedPhoto = z.infer<typeof ImportedPhoto>;

/** The value of `next` from the previous page of photos. */
export const AfterPhoto = z.string().max(400).nullish();

/** A page of the photos from the clinic's former system, the latest first. */
export const ImportedPhotos = z.object({
  photos: z.array(ImportedPhoto),
  /** The value of `after` for the next page. Null: this is the last page. */
  next: z.string().nullable(),
});
export type ImportedPhotos = z.infer<typeof ImportedPhotos>;

/** A person's records from the clinic's former system. Only the first page contains the treatments. */
export const ImportedRecords = ImportedPhotos.extend({ treatments: z.array(ImportedTreatment) });
export type ImportedRecords = z.infer<typeof ImportedRecords>;

export const importRefusals = {
  /** The import is not ready for this step. For example, rows are missing or another step is running. */
  IMPORT_NOT_READY: { status: 409 },
  /** The import has not run, ran more than a day ago, or was already undone. */
  IMPORT_NOT_UNDOABLE: { status: 409 },
  /** The import has no patient, or several patients, with this email address or number. */
  IMPORT_NO_PATIENT: { status: 404 },
  /**
   * The import can no longer be undone. Photos can be added only while it can be undone, so that each photo can be
   * undone too.
   */
  IMPORT_CLOSED: { status: 409 },
  IMPORT_PHOTO_DATE: { status: 422 },
  IMPORT_CONSENT_MISSING: { status: 422 },
  /** The pose of the photo is unknown. The engine found no face, and the file names no pose. */
  IMPORT_NO_FACE: { status: 422 },
} as const;

const One = z.object({ import_id: Id });

export const imports = {
  adminListImports: rpc('admin_list_imports', 'admin', 'imports', 'List imports, newest first')
    .input(
      z.object({
        limit: z.number().int().min(1).max(100).default(50),
        /** The value of `next` from the previous page. */
        after: z.string().max(200).nullish(),
      }),
    )
    /** `next`: the value of `after` for the next page. Null: this is the last page. */
    .output(z.object({ rows: z.array(Import), next: z.string().nullable() })),
  adminGetImport: rpc('admin_get_import', 'admin', 'imports', 'Return one import with its progress')
    .input(One)
    .output(Import),
  adminStartImport: rpc(
    'admin_start_import',
    'admin',
    'imports',
    'Start an import with the name of its file and the legal basis of its records',
  )
    .input(
      z.object({
        /** The browser chooses the id, so that a repeated call returns the same import. */
        import_id: Id,
        name: text(120).refine(isStorable),
        ground: z.enum(ImportGrounds),
        ground_note: text(500).refine(isStorable),
        date_order: z.enum(DateOrders),
        country: PracticeCountry,
        language: ReadingLanguage,
        expected: z.number().int().min(1).max(IMPORT_MOST.rows),
      }),
    )
    .output(Import),
  adminAddImportRows: rpc(
    'admin_add_import_rows',
    'admin',
    'imports',
    'Add rows to an import. Repeated lines change nothing',
    {
      max_kb: 2048,
    },
  )
    .errors(importRefusals)
    .input(
      One.extend({
        rows: z
          .array(z.object({ line: z.number().int().min(1).max(1_000_000), cells: ImportCells }))
          .min(1)
          .max(IMPORT_MOST.rows_in_call),
      }),
    )
    .output(z.object({ received: z.number().int() })),
  adminCheckImport: rpc(
    'admin_check_import',
    'admin',
    'imports',
    'Check an import without saving: return what it would create and what it would refuse',
  )
    .errors(importRefusals)
    .input(One)
    .output(Import),
  adminListImportRows: rpc(
    'admin_list_import_rows',
    'admin',
    'imports',
    'List the rows of an import with their results, page by page',
  )
    .input(
      One.extend({
        outcome: z.enum(ImportOutcomes).nullish(),
        /** True: returns only rows with a warning (`ImportHints`). */
        with_hint: z.boolean().default(false),
        after: z.number().int().min(0).max(1_000_000).default(0),
        limit: z.number().int().min(1).max(1000).default(100),
      }),
    )
    .output(z.object({ rows: z.array(ImportRow), next: z.number().int().nullable() })),
  adminRunImport: rpc(
    'admin_run_import',
    'admin',
    'imports',
    'Run an import that was checked. Each row is checked again',
  )
    .errors(importRefusals)
    .input(One)
    .output(Import),
  adminDropImport: rpc('admin_drop_import', 'admin', 'imports', 'Delete a file that was not imported')
    .errors(importRefusals)
    .input(One)
    .output(z.object({ dropped: z.boolean() })),
  adminUndoImport: rpc('admin_undo_import', 'admin', 'imports', 'Undo a whole import within a day')
    .errors(importRefusals)
    .input(One)
    .output(Import),
  adminInviteImported: rpc(
    'admin_invite_imported',
    'admin',
    'imports',
    'Email each new patient a link to their account',
  )
    .errors(importRefusals)
    .input(
      One.extend({
        /**
         * False: only people who have received no invitation yet get an email. True: people whose last invitation was
         * sent more than an hour ago get an email, too. People who have signed in get no email.
         */
        again: z.boolean().default(false),
      }),
    )
    .output(z.object({ invited: z.number().int() })),
  adminInviteAgain: rpc(
    'admin_invite_again',
    'admin',
    'imports',
    'Email one imported patient a new link, at most once an hour. The previous link stops working',
  )
    .input(z.object({ user_id: Id }))
    .output(z.object({ invited: z.boolean() })),
  getMyImported: rpc(
    'get_my_imported',
    'patient',
    'imports',
    'Return the caller’s treatments and photos that the clinic imported from another system',
  )
    .input(z.object({ after: AfterPhoto }).optional())
    .output(ImportedRecords),
  adminImportPhoto: rpc('admin_import_photo', 'admin', 'imports', 'Store one dated photo of an imported patient', {
    form_max_mb: PhotoLimits.max_mb,
  })
    .errors({ ...importRefusals, ...photoRefusals })
    .input(
      One.extend({
        /** The patient's email address, or the clinic's patient number. */
        patient: text(254).refine(isStorable),
        taken_on: z.iso.date(),
        /** The pose that the table of photos or the file name states. It is used only if the engine finds no face. */
        pose: Pose.optional(),
        consent_reference: z.string().trim().max(IMPORT_MOST.cell).refine(isStorable).default(''),
        file: z.file(),
      }),
    )
    .output(z.object({ outcome: z.enum(['made', 'duplicate']) })),
};
