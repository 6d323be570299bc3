import type { Language } from '#contract/base.ts';
import { Languages } from '#contract/languages.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { Appointment, Offer } from './appointments.queries.ts';
import './appointments.table.ts';
import { type Paper, quoteHash, quotePaper } from './quote.ts';

export interface AcceptedQuote {
  readonly paper: Paper;
  /** The offer with the date that the patient accepted. The appointment may have been moved since. */
  readonly offer: Offer;
  /** Whether the text still has the accepted hash. */
  readonly isIntact: boolean;
}

/**
 * Returns the quote as the patient accepted it: in the same language, and with the date that it named then. If no text
 * has the accepted hash, returns the quote with the date in force, in the language `otherwise`.
 */
export async function readAcceptedQuote(
  tx: Tx,
  row: Appointment,
  offer: Offer,
  otherwise: Language,
): Promise<AcceptedQuote> {
  const former = offer.accepted_quote === null ? [] : await listFormerDates(tx, offer);
  for (const date of [offer, ...former]) {
    const quoted = { ...offer, scheduled_at: date.scheduled_at, timezone: date.timezone };
    const language = Languages.find((one) => quoteHash(row, quoted, one) === offer.accepted_quote);
    if (language) return { paper: quotePaper(row, quoted, language), offer: quoted, isIntact: true };
  }
  return { paper: quotePaper(row, offer, otherwise), offer, isIntact: false };
}

/**
 * Lists each former date of the appointment in each of its present and former time zones. All zones are needed, because
 * older steps of the timeline do not store the zone before the move.
 */
async function listFormerDates(
  tx: Tx,
  { appointment_id, timezone }: Offer,
): Promise<Pick<Offer, 'scheduled_at' | 'timezone'>[]> {
  const steps = await tx
    .selectFrom('appointment_events')
    .select('details')
    .where('appointment_id', '=', appointment_id)
    .where('kind', '=', 'rescheduled')
    .orderBy('id')
    .execute();
  const moves = steps.map(({ details }) => details as { from?: string; timezone?: string; timezone_before?: string });
  const zones = new Set([timezone, ...moves.flatMap((move) => [move.timezone_before, move.timezone])]);
  return moves.flatMap(({ from }) =>
    [...zones].flatMap((zone) => (from && zone ? { scheduled_at: new Date(from), timezone: zone } : [])),
  );
}
