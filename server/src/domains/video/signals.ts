import { SIGNALS_WAITING, type VideoSignal, type VideoVisit } from '#contract/video.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { inVisit } from './in-visit.ts';
import { showVisit } from './show-visit.ts';
import { isOpen, otherOf, pageOf, presentPage } from './visit.ts';
import * as visits from './visits.queries.ts';

interface OnPage {
  readonly visit_id: string;
  readonly page: string;
}

/** A page's stored last-seen time is updated only if it is older than this number of milliseconds. */
const FRESH_MS = 5_000;
/** The number of seconds after which a page may try again, if too many signals wait for the other page. */
const TRY_AGAIN_S = 5;

/** Sends a signal to the page of the other side. The signal is stored until that page has acknowledged it. */
export const sendSignal = (
  ctx: Context,
  caller: SignedIn,
  { visit_id, page, to, number, signal }: OnPage & { to: string; number: number; signal: VideoSignal },
): Promise<Record<string, never>> =>
  inVisit(ctx, caller, visit_id, async ({ tx, side, row, of }) => {
    const now = ctx.clock.now();
    if (!isOpen(row, now)) throw new Refusal('VISIT_NOT_OPEN');
    if (pageOf(row, side) !== page) throw new Refusal('VISIT_ELSEWHERE');
    const to_side = otherOf(side);
    // The other page was closed or reloaded in the meantime, so no page would read the signal.
    if (pageOf(row, to_side) !== to) return {};
    if ((await visits.countSignals(tx, visit_id, to_side)) >= SIGNALS_WAITING)
      throw new Refusal('RATE_LIMITED', { retry_after_s: TRY_AGAIN_S });
    await visits.insertSignal(tx, { visit_id, to_side, to_page: to, from_page: page, number, signal, sent_at: now });
    const userId = side === 'doctor' ? of.patient_id : of.practitioner_id;
    if (userId) await ctx.realtime.publish(tx, { userId }, { kind: 'visit.signalled', id: visit_id });
    return {};
  });

interface Taken {
  readonly visit: VideoVisit;
  readonly other_page: string | null;
  readonly signals: { place: number; from: string; signal: VideoSignal }[];
}

/**
 * Returns the signals for this page that are newer than the last signal it has read. The call also shows that the page
 * is still open.
 */
export const takeSignals = (
  ctx: Context,
  caller: SignedIn,
  { visit_id, page, after }: OnPage & { after: number },
): Promise<Taken> =>
  inVisit(ctx, caller, visit_id, async ({ tx, side, row, of }) => {
    const now = ctx.clock.now();
    const visit = await showVisit(ctx, { tx, side, of }, row);
    if (!isOpen(row, now)) return { visit, other_page: null, signals: [] };
    if (pageOf(row, side) !== page) throw new Refusal('VISIT_ELSEWHERE');
    const reader = { visitId: visit_id, side, page };
    await visits.deleteTaken(tx, reader, after);
    const seen = side === 'doctor' ? row.doctor_seen_at : row.patient_seen_at;
    if (!seen || now.getTime() - seen.getTime() > FRESH_MS)
      await visits.update(tx, visit_id, side === 'doctor' ? { doctor_seen_at: now } : { patient_seen_at: now });
    const waiting = await visits.listSignals(tx, reader, after);
    return {
      visit,
      other_page: presentPage(row, otherOf(side), now),
      signals: waiting.map(({ place, from_page, signal }) => ({ place, from: from_page, signal })),
    };
  });
