import * as z from 'zod';
import { AppointmentLimits } from '../appointments.ts';
import { Id, Instant, Language, isStorable, text } from '../base.ts';
import { MacroPlaceholders, unknownPlaceholders } from '../macro-text.ts';
import { admin, adminAppointmentRefusals } from './terms.ts';

/**
 * Limits of macros. At most `in_use` macros may be active, so that the team can find the right one quickly. A list
 * shows at most `listed` macros.
 */
export const MacroLimits = { name: 60, text: 1500, in_use: 100, listed: 300 } as const;

const MacroText = text(MacroLimits.text)
  .refine(isStorable)
  .refine((words) => unknownPlaceholders(words).length === 0, { error: 'placeholder' });

export const Macro = z.object({
  id: Id,
  name: z.string(),
  text_en: z.string(),
  text_fr: z.string(),
  version: z.number().int(),
  updated_at: Instant,
  archived_at: Instant.nullable(),
});
export type Macro = z.infer<typeof Macro>;

/**
 * The version of a row in the preview. It changes if the text to be sent changes, or if the appointment changes.
 * Changes that concern only the team's internal work do not count.
 */
export const RowVersion = z.string().length(43);
export const PreviewedRow = z.object({ appointment_id: Id, version: RowVersion });
export type PreviewedRow = z.infer<typeof PreviewedRow>;

const Addressed = z.object({ appointment_id: Id, number: z.string(), patient_id: Id, patient_full_name: z.string() });
export const MacroRecipient = Addressed.extend({
  /** The language of the text. People who read French get the French text. Everyone else gets the English text. */
  language: Language,
  body: z.string(),
  version: RowVersion,
});
export type MacroRecipient = z.infer<typeof MacroRecipient>;
export const MacroLeftOut = Addressed.extend({
  language: Language,
  /** The text with all known values filled in. Placeholders without a value stay as they were written. */
  body: z.string(),
  open: z.array(z.enum(MacroPlaceholders)),
});
export type MacroLeftOut = z.infer<typeof MacroLeftOut>;

const ids = z.array(Id).min(1).max(AppointmentLimits.bulk);

export const macroProcedures = {
  adminListMacros: admin('admin_list_macros', 'List texts for patients by name, or the archived ones')
    .input(z.object({ is_archived: z.boolean().default(false) }).optional())
    .output(z.array(Macro)),
  adminSaveMacro: admin('admin_save_macro', 'Add a text for patients, or change one')
    .errors({
      CHANGED_SINCE: adminAppointmentRefusals.CHANGED_SINCE,
      TOO_MANY_MACROS: adminAppointmentRefusals.TOO_MANY_MACROS,
    })
    .input(
      z.object({
        macro_id: Id.nullish(),
        /** The version of the macro that was edited. Required with `macro_id`. */
        version: z.number().int().min(1).nullish(),
        name: text(MacroLimits.name).refine(isStorable),
        text_en: MacroText,
        text_fr: MacroText,
      }),
    )
    .output(Macro),
  adminArchiveMacro: admin('admin_archive_macro', 'Archive a text, or restore it')
    .errors({ TOO_MANY_MACROS: adminAppointmentRefusals.TOO_MANY_MACROS })
    .input(z.object({ macro_id: Id, is_archived: z.boolean().default(true) }))
    .output(Macro),
  adminPreviewMacro: admin(
    'admin_preview_macro',
    'Return what each patient would read, which patients would get nothing, and which appointments no longer exist',
  )
    .input(z.object({ macro_id: Id, appointment_ids: ids }))
    .output(
      z.object({
        recipients: z.array(MacroRecipient),
        left_out: z.array(MacroLeftOut),
        missing: z.array(Id),
      }),
    ),
  adminSendMacro: admin(
    'admin_send_macro',
    'Send a text as it was previewed. Appointments that have changed since are skipped and listed',
  )
    // The codes that the field `refused` can contain.
    .errors({
      CHANGED_SINCE: adminAppointmentRefusals.CHANGED_SINCE,
      PLACEHOLDER_OPEN: adminAppointmentRefusals.PLACEHOLDER_OPEN,
    })
    .input(
      z.object({
        macro_id: Id,
        rows: z.array(PreviewedRow).min(1).max(AppointmentLimits.bulk),
        idempotency_key: Id,
      }),
    )
    .output(
      z.object({
        sent: z.array(Id),
        refused: z.array(z.object({ appointment_id: Id, code: z.string() })),
      }),
    ),
};
