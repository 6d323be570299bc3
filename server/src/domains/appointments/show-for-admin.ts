import { sql } from 'kysely';
import type { AdminAppointment, AdminTime } from '#contract/appointments-admin.ts';
import type { ReadingLanguage } from '#contract/languages.ts';
import { namesOf } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { lostOf } from './alternatives/alternatives.ts';
import type { Offer, PrivateAppointment } from './appointments.queries.ts';
import { listMovedByTeam } from './moved-by-team.ts';
import type { OfferTime } from './offer-times.ts';
import { findRelated, type Related } from './related.queries.ts';
import { inForce, showAppointment, showTime } from './show-appointment.ts';

/** Returns rows as administrators see them: with most fields that patients see, and the team's private fields. */
export async function showForAdmin(
  ctx: Context,
  tx: Tx,
  rows: readonly PrivateAppointment[],
  language: ReadingLanguage,
): Promise<AdminAppointment[]> {
  const ids = rows.map(({ id }) => id);
  const related = await findRelated(tx, ids);
  const names = await namesOf(tx, [...new Set(rows.flatMap(({ coordinator_id }) => coordinator_id ?? []))]);
  const unanswered = await countUnanswered(tx, ids);
  const moved = await listMovedByTeam(tx, ids);
  const secrets = await findOfferSecrets(tx, [...related.offers.values()]);
  return rows.map((row) => {
    const {
      can_cancel: _c,
      can_reschedule: _r,
      unread_messages: _u,
      ...shown
    } = showAppointment(ctx, row, related, language);
    const offer = related.offers.get(row.id);
    const secret = secrets.get(offer?.id ?? '');
    return {
      ...shown,
      provider_phone: shown.provider_phone ?? row.provider_phone,
      patient_id: row.patient_id,
      admin_private_note: row.admin_private_note,
      provider_initial_price_cents: row.provider_initial_price_cents,
      negotiated_price_cents: row.negotiated_price_cents,
      provider_price_cents: secret?.provider_price_cents ?? null,
      provider_id: secret?.provider_id ?? null,
      times: inForce(related.times.get(offer?.id ?? '') ?? []).map((time) => showAdminTime(time, related.names)),
      lost_time: shown.alternatives && offer ? showLost(offer, related.times.get(offer.id) ?? []) : null,
      coordinator_id: row.coordinator_id,
      coordinator_name: names.get(row.coordinator_id ?? '') ?? null,
      due_at: dueAt(row, offer)?.toISOString() ?? null,
      unanswered: unanswered.get(row.id) ?? 0,
      was_moved_by_team: moved.has(row.id),
    };
  });
}

const showAdminTime = (time: OfferTime, names: Related['names']): AdminTime => ({
  ...showTime(time, names),
  state: time.state,
  held_until: time.held_until?.toISOString() ?? null,
  service_id: time.service_id,
  site_id: time.site_id,
  practitioner_id: time.practitioner_id,
  room_name: time.room_name,
});

function showLost(offer: Offer, times: readonly OfferTime[]): AdminAppointment['lost_time'] {
  const lost = lostOf(offer, times);
  if (!lost) return null;
  const { id, starts_at, ends_at, timezone, service_id, site_id, practitioner_id } = lost;
  const during = { starts_at: starts_at.toISOString(), ends_at: ends_at.toISOString() };
  return { id, ...during, timezone, service_id, site_id, practitioner_id };
}

function dueAt(row: PrivateAppointment, offer: Offer | undefined): Date | null {
  if (row.status === 'awaiting_payment') return offer?.expires_at ?? null;
  if (row.status === 'confirmed') return offer?.alternatives_until ?? offer?.scheduled_at ?? null;
  return row.answer_due_at;
}

async function countUnanswered(tx: Tx, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('appointment_messages')
    .select(['appointment_id', sql<number>`count(*)::int`.as('count')])
    .where('appointment_id', 'in', [...ids])
    .where('from_team', '=', false)
    .where('answered_at', 'is', null)
    .groupBy('appointment_id')
    .execute();
  return new Map(rows.map((row) => [row.appointment_id, row.count]));
}

/** Returns the prices agreed with providers and the ids of the providers, by offer id. */
async function findOfferSecrets(tx: Tx, offers: readonly Offer[]) {
  if (offers.length === 0)
    return new Map<string, { provider_price_cents: number | null; provider_id: string | null }>();
  const rows = await tx
    .selectFrom('appointment_offers')
    .select(['id', 'provider_price_cents', 'provider_id'])
    .where(
      'id',
      'in',
      offers.map(({ id }) => id),
    )
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
