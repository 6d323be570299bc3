import type { Selectable } from 'kysely';
import {
  VIDEO_CLOSES_MINUTES,
  VIDEO_CONSENT_VERSION,
  VIDEO_DAYS_AHEAD,
  VIDEO_OPENS_MINUTES,
  type VideoSide,
  type VideoVisitState,
} from '#contract/video.ts';
import type { VideoVisitsTable } from './video.table.ts';

export type VisitRow = Selectable<VideoVisitsTable>;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/**
 * A page that has sent no call for this many milliseconds is treated as closed. Pages send a call at least every ten
 * seconds, but browsers delay the calls of background tabs to one per minute.
 */
const GONE_AFTER_MS = 75_000;

/** Returns the period in which patient and doctor can join. */
export const windowOf = ({ planned_at }: Pick<VisitRow, 'planned_at'>): { opens_at: Date; closes_at: Date } => ({
  opens_at: new Date(planned_at.getTime() - VIDEO_OPENS_MINUTES * MINUTE_MS),
  closes_at: new Date(planned_at.getTime() + VIDEO_CLOSES_MINUTES * MINUTE_MS),
});

/** Returns the latest planned time of the visits that are over now. */
export const closedBy = (now: Date): Date => new Date(now.getTime() - VIDEO_CLOSES_MINUTES * MINUTE_MS);

export const mayPlanFor = (planned_at: Date, now: Date): boolean =>
  planned_at.getTime() > now.getTime() - MINUTE_MS && planned_at.getTime() <= now.getTime() + VIDEO_DAYS_AHEAD * DAY_MS;

export function isOpen(row: Pick<VisitRow, 'planned_at' | 'ended_at'>, now: Date): boolean {
  const { opens_at, closes_at } = windowOf(row);
  return row.ended_at === null && now >= opens_at && now < closes_at;
}

export const hasConsent = ({ consent_version }: Pick<VisitRow, 'consent_version'>): boolean =>
  consent_version === VIDEO_CONSENT_VERSION;

export const otherOf = (side: VideoSide): VideoSide => (side === 'doctor' ? 'patient' : 'doctor');

export const pageOf = (row: VisitRow, side: VideoSide): string | null =>
  side === 'doctor' ? row.doctor_page : row.patient_page;

/** Returns the open page of a side, or null if the side has no page open. */
export function presentPage(row: VisitRow, side: VideoSide, now: Date): string | null {
  const seen = side === 'doctor' ? row.doctor_seen_at : row.patient_seen_at;
  const isThere = row.ended_at === null && seen !== null && now.getTime() - seen.getTime() < GONE_AFTER_MS;
  return isThere ? pageOf(row, side) : null;
}

/**
 * Returns the state of the visit after this side has joined. The visit is running if it was running before or if the
 * other side is present. Otherwise it is waiting for the other side.
 */
export function stateWith(row: VisitRow, side: VideoSide, now: Date): VideoVisitState {
  if (row.state === 'running' || presentPage(row, otherOf(side), now)) return 'running';
  return 'waiting';
}

/** Returns the state of the visit after this side has left. */
export function stateWithout(row: VisitRow, side: VideoSide, now: Date): VideoVisitState {
  if (row.state !== 'waiting') return row.state;
  return presentPage(row, otherOf(side), now) ? 'waiting' : 'planned';
}
