import type { AdminAppointment, AdminAppointmentDetail } from '#contract/appointments-admin.ts';
import { namesOf } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { findPrivate, type PrivateAppointment } from './appointments.queries.ts';
import { listMessages } from './messages.queries.ts';
import { quoteNumber } from './quote.ts';
import { withRefunds } from './refunds.ts';
import { showForAdmin } from './show-for-admin.ts';
import { showMessages } from './show-messages.ts';
import { showPaymentForAdmin } from './show-payment.ts';

/** Returns the current row of one appointment. */
export const getRow = (ctx: Context, admin: SignedIn, id: string): Promise<AdminAppointment> =>
  withStaff(ctx.db, admin.userId, async (tx) => showRow(ctx, tx, await mustFind(tx, id), admin));

async function showRow(ctx: Context, tx: Tx, row: PrivateAppointment, admin: SignedIn): Promise<AdminAppointment> {
  const [shown] = await showForAdmin(ctx, tx, [row], admin.language);
  if (!shown) throw new Error('one row gives one row');
  return shown;
}

/** Returns an appointment with its timeline, messages, offers and payments. The audit log records the access. */
export const getForAdmin = (ctx: Context, admin: SignedIn, id: string): Promise<AdminAppointmentDetail> =>
  withStaff(ctx.db, admin.userId, async (tx) => {
    const row = await mustFind(tx, id);
    const payments = await withRefunds(tx).where('appointment_id', '=', id).orderBy('paid_at', 'desc').execute();
    const detail = {
      appointment: await showRow(ctx, tx, row, admin),
      timeline: await showTimeline(tx, id),
      messages: await showMessages(tx, await listMessages(tx, id)),
      offers: await showOffers(tx, id),
      payments: payments.map(showPaymentForAdmin),
    };
    // The page reloads an open appointment every minute. A reload is recorded again only if these details differ. Most
    // changes of the row add a step to the timeline. `changed` shows the other changes of the row, such as countries that
    // the patient gives later, and `times` shows the states of the visits.
    await ctx.audit.recordLook(tx, {
      actor: admin.userId,
      actor_role: admin.role,
      action: 'appointment.viewed',
      subject: `appointment:${id}`,
      patient_id: row.patient_id,
      reason: 'appointment',
      session: admin.sessionId,
      details: {
        changed: row.updated_at.toISOString(),
        times: detail.appointment.times.map((time) => `${time.id} ${time.state}`),
        step: detail.timeline[0]?.id ?? null,
        message: detail.messages.at(-1)?.id ?? null,
        offer: detail.offers[0]?.id ?? null,
      },
    });
    return detail;
  });

async function mustFind(tx: Tx, id: string): Promise<PrivateAppointment> {
  const row = await findPrivate(tx, id);
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

/** Returns the timeline, the newest step first. */
async function showTimeline(tx: Tx, id: string): Promise<AdminAppointmentDetail['timeline']> {
  const rows = await tx
    .selectFrom('appointment_events')
    .selectAll()
    .where('appointment_id', '=', id)
    .orderBy('id', 'desc')
    .execute();
  const names = await namesOf(tx, [...new Set(rows.flatMap(({ actor_id }) => actor_id ?? []))]);
  return rows.map(({ id: number, at, kind, actor_id, by_patient, from_status, to_status, reason, details }) => ({
    id: number,
    at: at.toISOString(),
    kind,
    actor_name: names.get(actor_id ?? '') ?? null,
    actor_is_patient: by_patient,
    from_status,
    to_status,
    reason,
    details,
  }));
}

async function showOffers(tx: Tx, id: string): Promise<AdminAppointmentDetail['offers']> {
  const rows = await tx
    .selectFrom('appointment_offers')
    .selectAll()
    .where('appointment_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const names = await namesOf(tx, [...new Set(rows.flatMap(({ created_by }) => created_by ?? []))]);
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    created_at: row.created_at.toISOString(),
    created_by_name: names.get(row.created_by ?? '') ?? null,
    expires_at: row.expires_at.toISOString(),
    accepted_at: row.accepted_at?.toISOString() ?? null,
    quote: row.quote_version === null ? null : { number: quoteNumber(row), version: row.quote_version },
    provider_name: row.provider_name,
    provider_address: row.provider_address,
    provider_phone: row.provider_phone,
    scheduled_at: row.scheduled_at.toISOString(),
    timezone: row.timezone,
    provider_price_cents: row.provider_price_cents,
    patient_price_cents: row.patient_price_cents,
    currency: row.currency,
    admin_public_note: row.public_note,
    admin_private_note: row.private_note,
  }));
}
