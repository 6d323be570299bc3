import { findUser } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { update } from './appointments.queries.ts';
import { tellChange } from './history.ts';

/**
 * Copies the patient's present name, email address and phone number into the appointments that are not over. The team,
 * the desk of the clinic and the practitioner then find and reach the patient. Appointments that are over keep the old
 * ones. An appointment keeps the name while its offer is in force with an accepted quote, because this quote contains
 * the name. Afterwards the appointment gets the present name, and `accepted_name` keeps the name in the quote. This does
 * not set `updated_at`, because undoing the team's last change compares this time.
 */
export const followContact = (ctx: Context, patientId: string): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const rows = await tx
      .selectFrom('appointments')
      .select(['id', 'patient_id', 'patient_full_name', 'patient_email', 'patient_phone'])
      .where('patient_id', '=', patientId)
      .where('status', 'not in', ['cancelled', 'done'])
      .orderBy('id')
      .forUpdate()
      .execute();
    // The person is read under the lock. Otherwise the handler of an earlier change could overwrite a later change. The
    // accepted quotes are read under the lock, too, because an acceptance locks the appointment.
    const person = await findUser(tx, patientId);
    if (!person) return;
    const accepted = await listWithAcceptedQuote(
      tx,
      rows.map(({ id }) => id),
    );
    for (const row of rows) {
      const contact = {
        patient_full_name: accepted.has(row.id) ? row.patient_full_name : person.name,
        patient_email: person.email,
        patient_phone: person.phone,
      };
      const isSame =
        row.patient_full_name === contact.patient_full_name &&
        row.patient_email === contact.patient_email &&
        row.patient_phone === contact.patient_phone;
      if (isSame) continue;
      await update(tx, row.id, contact);
      await tellChange(ctx, tx, row);
    }
  });

async function listWithAcceptedQuote(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const offers = await tx
    .selectFrom('appointment_offers')
    .select('appointment_id')
    .where('appointment_id', 'in', [...ids])
    .where('accepted_quote', 'is not', null)
    .where('state', 'in', ['open', 'paid', 'agreed'])
    .execute();
  return new Set(offers.map(({ appointment_id }) => appointment_id));
}
