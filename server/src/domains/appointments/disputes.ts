import { sql } from 'kysely';
import { type DisputeEvidence, type DisputeRow, DISPUTES_SHOWN } from '#contract/appointments-admin.ts';
import { type MailTemplate, subjectOf } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { siteLanguage } from '#server/platform/site-language.ts';
import { readAcceptedQuote } from './accepted-quote.ts';
import { find, findOffer } from './appointments.queries.ts';
import { treatmentName } from './quote.ts';

const selectDisputes = (tx: Tx) =>
  tx
    .selectFrom('payment_disputes as d')
    .innerJoin('payments as p', 'p.id', 'd.payment_id')
    .leftJoin('users as u', 'u.id', 'p.user_id')
    .leftJoin('appointment_payments as ap', 'ap.payment_id', 'd.payment_id')
    .leftJoin('appointments as a', 'a.id', 'ap.appointment_id')
    .selectAll('d')
    .select([
      'u.name as payer_name',
      'u.email as payer_email',
      'a.id as appointment_id',
      'a.number',
      'a.patient_id',
      'ap.offer_id',
      'p.user_id',
      'p.reference_kind',
      'p.subscription_id',
      'p.amount_cents as paid_cents',
      'p.refunded_cents',
      'p.currency as paid_currency',
      'p.paid_at',
    ]);
type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectDisputes>['executeTakeFirst']>>>;

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const showDispute = (row: Row): DisputeRow => ({
  id: row.id,
  payment_id: row.payment_id,
  status: row.status,
  reason: row.reason,
  amount_cents: row.amount_cents,
  currency: row.currency,
  evidence_due_at: iso(row.evidence_due_at),
  opened_at: row.opened_at.toISOString(),
  closed_at: iso(row.closed_at),
  withdrawn_at: iso(row.withdrawn_at),
  reinstated_at: iso(row.reinstated_at),
  payer_name: row.payer_name,
  payer_email: row.payer_email,
  appointment_id: row.appointment_id,
  number: row.number,
  is_plan: row.reference_kind === 'subscription',
});

/** Lists the open disputes, sorted by deadline, and then the closed disputes, the newest first. */
export const listDisputes = (ctx: Context, { userId }: SignedIn, shown = DISPUTES_SHOWN): Promise<DisputeRow[]> =>
  withStaff(ctx.db, userId, async (tx) => {
    const rows = await selectDisputes(tx)
      .orderBy('d.closed_at', (order) => order.desc().nullsFirst())
      .orderBy('d.evidence_due_at')
      .orderBy('d.id')
      .limit(shown + 1)
      .execute();
    return rows.map(showDispute);
  });

/** Returns a dispute with its evidence. The audit log records the access. */
export const getDispute = (ctx: Context, admin: SignedIn, id: string): Promise<DisputeEvidence> =>
  withStaff(ctx.db, admin.userId, async (tx) => {
    const { evidence } = await readEvidence(tx, admin, id);
    await recordDispute(ctx, tx, admin, 'dispute.viewed', evidence.patient_id, id);
    return evidence.shown;
  });

export const recordDispute = (
  ctx: Context,
  tx: Tx,
  admin: SignedIn,
  action: 'dispute.viewed' | 'dispute.exported',
  patient_id: string | null,
  id: string,
) =>
  ctx.audit.record(tx, {
    actor: admin.userId,
    actor_role: admin.role,
    action,
    subject: `dispute:${id}`,
    patient_id,
    reason: 'dispute',
  });

/** Returns the evidence of a dispute, and the rows that are needed to render the quote and the receipt. */
export async function readEvidence(tx: Tx, admin: SignedIn, id: string) {
  const row = await selectDisputes(tx).where('d.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  const appointment = row.appointment_id ? await find(tx, row.appointment_id) : undefined;
  const offer = row.offer_id ? await findOffer(tx, row.offer_id) : undefined;
  const quoted =
    appointment && offer && (await readAcceptedQuote(tx, appointment, offer, siteLanguage(admin.language)));
  const patient_id = row.patient_id ?? row.user_id;
  const shown: DisputeEvidence = {
    dispute: showDispute(row),
    payment: {
      amount_cents: row.paid_cents,
      currency: row.paid_currency,
      refunded_cents: row.refunded_cents,
      paid_at: row.paid_at.toISOString(),
    },
    refunds: await listRefunds(tx, row.payment_id),
    quote:
      quoted && appointment && offer
        ? {
            number: appointment.number,
            ...(await versionOf(tx, appointment.id, offer.id)),
            treatment: treatmentName(appointment.requested_treatment, siteLanguage(admin.language)),
            provider_name: offer.provider_name,
            scheduled_at: quoted.offer.scheduled_at.toISOString(),
            timezone: quoted.offer.timezone,
            amount_cents: offer.patient_price_cents,
            currency: offer.currency,
            made_at: offer.created_at.toISOString(),
            accepted_at: iso(offer.accepted_at),
            accepted_by: offer.accepted_name ?? appointment.patient_full_name,
            sha256: offer.accepted_quote,
            is_intact: quoted.isIntact,
            terms: [...quoted.paper.sentences],
          }
        : null,
    plan: row.subscription_id ? await findPlan(tx, row.subscription_id) : null,
    history: row.appointment_id ? await listHistory(tx, row.appointment_id) : [],
    messages: row.appointment_id ? await listMessages(tx, row.appointment_id) : [],
    notices: patient_id ? await listNotices(tx, admin, patient_id, row) : [],
  };
  return { evidence: { shown, patient_id }, appointment, offer, quoted };
}

async function listRefunds(tx: Tx, paymentId: string): Promise<DisputeEvidence['refunds']> {
  const rows = await tx
    .selectFrom('appointment_refunds')
    .select(['amount_cents', 'ordered_at', 'failed_at', 'failure'])
    .where('payment_id', '=', paymentId)
    .orderBy('ordered_at')
    .execute();
  return rows.map(({ ordered_at, failed_at, ...refund }) => ({
    ...refund,
    ordered_at: ordered_at.toISOString(),
    failed_at: iso(failed_at),
  }));
}

/**
 * Returns the version of an offer and the number of versions. All offers of an appointment are versions of one quote.
 */
async function versionOf(tx: Tx, appointmentId: string, offerId: string) {
  const offers = await tx
    .selectFrom('appointment_offers')
    .select('id')
    .where('appointment_id', '=', appointmentId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return { version: offers.findIndex(({ id }) => id === offerId) + 1, versions: offers.length };
}

async function findPlan(tx: Tx, subscriptionId: string): Promise<DisputeEvidence['plan']> {
  const row = await tx
    .selectFrom('subscriptions')
    .select(['plan', 'cycle', 'started_at', 'ended_at'])
    .where('provider_id', '=', subscriptionId)
    .executeTakeFirst();
  if (!row) return null;
  const invoices = await tx
    .selectFrom('invoices')
    .innerJoin('payments', 'payments.id', 'invoices.payment_id')
    .select('invoices.number')
    .where('payments.subscription_id', '=', subscriptionId)
    .orderBy('invoices.issued_at')
    .execute();
  return {
    plan: row.plan,
    cycle: row.cycle,
    started_at: row.started_at.toISOString(),
    ended_at: iso(row.ended_at),
    invoices: invoices.map(({ number }) => number),
  };
}

/**
 * Lists the timeline of an appointment, but not the reasons that people typed, because a reason may contain health
 * data.
 */
async function listHistory(tx: Tx, appointmentId: string): Promise<DisputeEvidence['history']> {
  const rows = await tx
    .selectFrom('appointment_events')
    .select(['at', 'kind', 'actor_id', 'by_patient', 'to_status'])
    .where('appointment_id', '=', appointmentId)
    .orderBy('id')
    .execute();
  return rows.map(({ at, kind, actor_id, by_patient, to_status }) => ({
    at: at.toISOString(),
    kind,
    by: by_patient ? 'patient' : actor_id ? 'team' : 'service',
    to_status,
  }));
}

async function listMessages(tx: Tx, appointmentId: string): Promise<DisputeEvidence['messages']> {
  const rows = await tx
    .selectFrom('appointment_messages')
    .select(['at', 'from_team'])
    .where('appointment_id', '=', appointmentId)
    .orderBy('at')
    .execute();
  return rows.map(({ at, from_team }) => ({ at: at.toISOString(), from_team }));
}

/**
 * Lists the notifications to the payer about this appointment or subscription. Their subjects name neither treatment
 * nor place.
 */
async function listNotices(tx: Tx, { language }: SignedIn, patientId: string, row: Row) {
  const path = row.appointment_id ? `/dashboard?appointment=${row.appointment_id}` : '/account/membership';
  const { rows } = await sql<{ at: Date; kind: string; subject: string }>`
    select at, kind, subject from notifications where user_id = ${patientId} and path = ${path} order by at, id`.execute(
    tx,
  );
  return rows.flatMap(({ at, kind, subject }) => {
    const words = subjectOf(kind as MailTemplate, language);
    if (!words) return [];
    const named = words.replace('{{number}}', subject).replace(/\{\{\w+\}\}/g, '…');
    return [{ at: at.toISOString(), subject: named }];
  });
}
