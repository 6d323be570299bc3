import type { MacroLeftOut, MacroRecipient, PreviewedRow } from '#contract/appointments-admin.ts';
import type { Language } from '#contract/base.ts';
import { fillMacro, type MacroPlaceholder } from '#contract/macro-text.ts';
import { findUser, isClosed } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { once, requestHash } from '#server/platform/idempotency/once.ts';
import { messagesOf } from '#server/platform/messages.ts';
import { siteLanguage } from '#server/platform/site-language.ts';
import { type Appointment, find, findForUpdate, findOfferInForce } from './appointments.queries.ts';
import { answerAs } from './exchange-messages.ts';
import { findMacroInUse, type MacroRow } from './macros.ts';
import { newestSteps, versionOf } from './row-version.ts';
import { paperWord } from './quote.ts';
import { longDateTime, money } from './words.ts';

const words = messagesOf<string>('appointments');

/** Returns the text that each patient would get. Nothing is written. */
export const previewMacro = (ctx: Context, { userId }: SignedIn, macroId: string, ids: readonly string[]) =>
  withStaff(ctx.db, userId, async (tx) => {
    const macro = await findMacroInUse(tx, macroId);
    const recipients: MacroRecipient[] = [];
    const left_out: MacroLeftOut[] = [];
    const missing: string[] = [];
    for (const id of new Set(ids)) {
      const row = await find(tx, id);
      const written = row && (await write(tx, macro, row));
      if (!row || !written) {
        missing.push(id);
        continue;
      }
      const { open, version, ...shown } = written;
      const { number, patient_id, patient_full_name } = row;
      const addressed = { appointment_id: id, number, patient_id, patient_full_name, ...shown };
      if (open.length > 0) left_out.push({ ...addressed, open });
      else recipients.push({ ...addressed, version });
    }
    return { recipients, left_out, missing };
  });

export interface MacroSending {
  readonly macro_id: string;
  readonly rows: readonly PreviewedRow[];
  readonly idempotency_key: string;
}

/**
 * Sends the previewed texts. Each row is checked separately. Nothing is sent for a row that changed since the preview,
 * or whose text has a placeholder without a value.
 */
export const sendMacro = (ctx: Context, admin: SignedIn, { idempotency_key: key, ...sending }: MacroSending) =>
  withStaff(ctx.db, admin.userId, async (tx) => {
    const hash = requestHash('admin_send_macro', sending);
    return once(tx, { scope: admin.userId, key, hash }, () => sendAll(ctx, tx, admin, sending));
  });

async function sendAll(
  ctx: Context,
  tx: Tx,
  admin: SignedIn,
  { macro_id, rows }: Pick<MacroSending, 'macro_id' | 'rows'>,
) {
  const macro = await findMacroInUse(tx, macro_id);
  const versions = new Map(rows.map(({ appointment_id, version }) => [appointment_id, version]));
  const sent: string[] = [];
  const refused: { appointment_id: string; code: string }[] = [];
  // The rows are locked in a fixed order, so that two administrators with the same rows do not deadlock.
  for (const id of [...versions.keys()].sort()) {
    const code = await sendOne(ctx, tx, admin, macro, id, versions.get(id));
    if (code) refused.push({ appointment_id: id, code });
    else sent.push(id);
  }
  return { sent, refused };
}

/** Sends the text of one row. @returns the code of a refusal, or undefined if the text was sent */
async function sendOne(
  ctx: Context,
  tx: Tx,
  admin: SignedIn,
  macro: MacroRow,
  id: string,
  version: string | undefined,
): Promise<string | undefined> {
  const row = (await findForUpdate(tx, id))?.row;
  const written = row && (await write(tx, macro, row));
  if (!row || !written) return 'NOT_FOUND';
  if (written.open.length > 0) return 'PLACEHOLDER_OPEN';
  if (written.version !== version) return 'CHANGED_SINCE';
  await answerAs(ctx, tx, row, admin.userId, written.body, { macro: macro.name });
  await ctx.audit.record(tx, {
    actor: admin.userId,
    actor_role: admin.role,
    action: 'macro.sent',
    subject: `appointment:${id}`,
    patient_id: row.patient_id,
    reason: 'appointment',
  });
  return undefined;
}

/**
 * Returns the text for the patient of an appointment, in the patient's language. Returns undefined if the patient's
 * account was closed or erased.
 */
async function write(tx: Tx, macro: MacroRow, row: Appointment) {
  const patient = await findUser(tx, row.patient_id);
  if (!patient || isClosed(patient.email)) return undefined;
  const language = siteLanguage(patient.language);
  const values = await valuesOf(tx, row, patient.first_name, language);
  const { body, open } = fillMacro(language === 'fr' ? macro.text_fr : macro.text_en, values);
  const steps = await newestSteps(tx, [row.id]);
  const version = versionOf(macro.id, macro.version, language, body, row.status, steps.get(row.id) ?? null);
  return { language, body, open, version };
}

/** Returns the values of the placeholders. Placeholders about the offer have no values if the offer has ended. */
async function valuesOf(
  tx: Tx,
  row: Appointment,
  first_name: string,
  language: Language,
): Promise<Partial<Record<MacroPlaceholder, string>>> {
  const offer = await findOfferInForce(tx, row.id);
  const always = {
    first_name,
    number: row.number,
    treatment: treatmentFor(row.requested_treatment, language),
    city: row.city_target,
  };
  if (!offer) return always;
  return {
    ...always,
    provider: offer.provider_name,
    address: offer.is_video ? paperWord(language, 'by_video') : offer.provider_address,
    when: longDateTime(offer.scheduled_at, offer.timezone, language),
    price: money(offer.patient_price_cents, offer.currency, language),
    until: offer.state === 'open' ? longDateTime(offer.expires_at, offer.timezone, language) : '',
  };
}

/**
 * Returns the name of a treatment without names of medicines. In some regions these names must not be shown, and the
 * team may send a macro to patients of every region.
 */
function treatmentFor(treatment: string, language: Language): string {
  const of = (key: string) => words[language][`treatment.${treatment}${key}`];
  return of('.lawful') ?? of('') ?? treatment;
}
