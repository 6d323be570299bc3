import { findUser } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { update } from './appointments.queries.ts';
import { tellChange } from './history.ts';

/**
 * Copies the patient's present email address and phone number into the appointments that are not over. The team, the
 * desk of the clinic and the practitioner then reach the patient. Appointments that are over keep the old ones. This does
 * not set `updated_at`, because undoing the team's last change compares this time.
 */
export const followContact = (ctx: Context, patientId: string): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const rows = await tx
      .selectFrom('appointments')
      .select(['id', 'patient_id', 'patient_email', 'patient_phone'])
      .where('patient_id', '=', patientId)
      .where('status', 'not in', ['cancelled', 'done'])
      .orderBy('id')
      .forUpdate()
      .execute();
    // The person is read under the lock. Otherwise the handler of an earlier change could overwrite a later change.
    const person = await findUser(tx, patientId);
    if (!person) return;
    const contact = { patient_email: person.email, patient_phone: person.phone };
    for (const row of rows) {
      if (row.patient_email === person.email && row.patient_phone === person.phone) continue;
      await update(tx, row.id, contact);
      await tellChange(ctx, tx, row);
    }
  });
