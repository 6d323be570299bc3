import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { Leaver, PersonalData } from '#server/platform/personal/personal-data.ts';
import './events.ts';

export const appointmentsData: PersonalData = {
  tables: {
    appointments: {
      of: 'patient_id',
      hidden: [
        'patient_id',
        'coordinator_id',
        'admin_private_note',
        'provider_initial_price_cents',
        'negotiated_price_cents',
        'search',
      ],
    },
    appointment_offers: {
      of: 'appointment_id>appointments',
      hidden: ['created_by', 'provider_price_cents', 'private_note'],
    },
    appointment_payments: { of: 'appointment_id>appointments' },
    appointment_refunds: { of: 'payment_id>appointment_payments.payment_id', hidden: ['ordered_by', 'reason'] },
    appointment_messages: { of: 'appointment_id>appointments', hidden: ['author_id'] },
    appointment_events: { of: 'appointment_id>appointments', hidden: ['actor_id', 'details', 'reason'] },
    appointment_inbox: { of: 'appointment_id>appointments', hidden: 'all' },
    appointment_pages: { of: 'offer_id>appointment_offers', hidden: 'all' },
    appointment_reminders: { of: 'offer_id>appointment_offers' },
    appointment_countries: { of: 'user_id', hidden: ['user_id'] },
    appointment_views: { of: 'owner_id', hidden: ['owner_id'] },
  },
  mentions: {
    appointments: ['coordinator_id'],
    appointment_events: ['actor_id'],
    appointment_inbox: ['handled_by'],
    appointment_messages: ['author_id'],
    appointment_offers: ['created_by'],
    appointment_refunds: ['ordered_by'],
  },
  erase,
};

/** Somebody may be expecting this person: the team hears which appointments fell away, by their numbers. Pages for a payment close. */
async function erase(ctx: Context, tx: Tx, { userId }: Leaver): Promise<void> {
  const { rows: ahead } = await sql<{ number: string }>`
    select a.number from appointments a
    where a.patient_id = ${userId} and a.status in ('pending', 'in_progress', 'awaiting_payment', 'confirmed')`.execute(
    tx,
  );
  const { rows: pages } = await sql<{ page_id: string }>`
    select p.page_id from appointment_pages p join appointment_offers o on o.id = p.offer_id join appointments a on a.id = o.appointment_id
    where a.patient_id = ${userId} and p.closed_at is null`.execute(tx);
  if (ahead.length === 0 && pages.length === 0) return;
  const numbers = ahead.map(({ number }) => number);
  await ctx.outbox.emit(tx, 'appointments.patientErased', { numbers, page_ids: pages.map(({ page_id }) => page_id) });
  await ctx.realtime.publish(tx, { role: 'admin' }, { kind: 'inbox.changed' });
}
