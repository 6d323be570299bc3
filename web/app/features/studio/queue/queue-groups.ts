import type { QueueRow } from '#contract/cases.ts';

export const Filters = ['open', 'mine', 'published'] as const;
export type Filter = (typeof Filters)[number];
/** The filters within the list of open cases. */
export const Narrowings = ['all', 'late', 'waiting', 'unassigned', 'redo'] as const;
export type Narrowing = (typeof Narrowings)[number];
export const narrowingFrom = (value: string | null): Narrowing =>
  Narrowings.find((narrowing) => narrowing === value) ?? 'all';
export const filterFrom = (value: string | null): Filter => Filters.find((filter) => filter === value) ?? 'open';

const MINUTE_MS = 60_000;
/** A case is urgent from this many hours before its due time. */
const SOON_H = 6;

export interface TimeLeft {
  kind: 'late' | 'soon' | 'later';
  hours: number;
  minutes: number;
}

/** Returns the whole hours and minutes until or since the due time. */
export function timeLeft(due_at: string, now: number): TimeLeft {
  const left = Math.floor((Date.parse(due_at) - now) / MINUTE_MS);
  const [hours, minutes] = [Math.floor(Math.abs(left) / 60), Math.abs(left) % 60];
  return { kind: left < 0 ? 'late' : left < SOON_H * 60 ? 'soon' : 'later', hours, minutes };
}

export type GroupKey = 'overdue' | 'today' | 'tomorrow' | 'later' | 'waiting' | 'signed_today' | 'signed_before';
export interface Group {
  key: GroupKey;
  rows: QueueRow[];
}

const dayOf = (time: number): number => new Date(time).setHours(0, 0, 0, 0);
function daysBetween(from: number, to: number): number {
  return Math.round((dayOf(to) - dayOf(from)) / (24 * 60 * MINUTE_MS));
}

/**
 * Returns the time of the signature in milliseconds, or null if the case is open. A case that must be redone is open,
 * although it was signed before.
 */
const signedTime = ({ status, published_at }: QueueRow): number | null =>
  status === 'published' && published_at ? Date.parse(published_at) : null;

function groupOf(row: QueueRow, now: number): GroupKey {
  const signedAt = signedTime(row);
  if (signedAt !== null) return daysBetween(signedAt, now) === 0 ? 'signed_today' : 'signed_before';
  // The case cannot be late while it waits for photos. When they arrive, the service delays the due time by the waiting
  // time.
  if (row.is_waiting_for_photos) return 'waiting';
  const due = Date.parse(row.due_at);
  if (due < now) return 'overdue';
  const days = daysBetween(now, due);
  return days === 0 ? 'today' : days === 1 ? 'tomorrow' : 'later';
}

const order: readonly GroupKey[] = [
  'overdue',
  'today',
  'tomorrow',
  'later',
  'waiting',
  'signed_today',
  'signed_before',
];

/**
 * Groups open cases by due time, earliest first. Signed cases are grouped by the time of their signature, newest first.
 * Days begin and end in the reader's time zone.
 */
export function groupQueue(rows: readonly QueueRow[], now: number): Group[] {
  const timeOf = (row: QueueRow) => -(signedTime(row) ?? -Date.parse(row.due_at));
  const sorted = [...rows].sort((a, b) => timeOf(a) - timeOf(b));
  return order
    .map((key) => ({ key, rows: sorted.filter((row) => groupOf(row, now) === key) }))
    .filter(({ rows }) => rows.length > 0);
}

/**
 * Returns the id of the row that J or K chooses: the next or the previous row. At an end of the list, the chosen row
 * stays the same.
 */
export function neighbour(groups: readonly Group[], chosen: string | null, step: 1 | -1): string | null {
  const ids = groups.flatMap(({ rows }) => rows.map(({ id }) => id));
  const at = chosen === null ? -1 : ids.indexOf(chosen);
  if (at < 0) return ids[0] ?? null;
  return ids[Math.min(ids.length - 1, Math.max(0, at + step))] ?? null;
}

export interface QueueSummary {
  dueToday: number;
  late: number;
  /** The due time of the next case that is not late yet. */
  next: string | null;
  /** The number of cases that wait for photos. */
  waiting: number;
}

export function summarise(rows: readonly QueueRow[], now: number): QueueSummary {
  const open = rows.filter((row) => signedTime(row) === null && !row.is_waiting_for_photos);
  const late = open.filter((row) => groupOf(row, now) === 'overdue').length;
  const today = open.filter((row) => groupOf(row, now) === 'today').length;
  const next = open
    .filter((row) => Date.parse(row.due_at) >= now)
    .map((row) => row.due_at)
    .sort()[0];
  const waiting = rows.filter((row) => groupOf(row, now) === 'waiting').length;
  return { dueToday: late + today, late, next: next ?? null, waiting };
}

/**
 * Returns the rows of all loaded pages, with one row for each case. If the due time of a case has changed between two
 * loads, the case may be on two pages. The row on the earlier page is then kept.
 */
export const rowsOf = (pages: readonly { readonly rows: readonly QueueRow[] }[]): QueueRow[] => {
  const rows = pages.flatMap((page) => page.rows);
  return rows.filter(({ id }, at) => rows.findIndex((other) => other.id === id) === at);
};

/**
 * Returns the rows whose number contains the typed text. `rows` may be only the first rows of a long list. The service
 * therefore also searches for numbers that begin with the typed text, and `found` contains these rows.
 */
export function withNumber(rows: readonly QueueRow[], found: readonly QueueRow[], typed: string): QueueRow[] {
  const known = new Set(rows.map(({ id }) => id));
  const text = typed.trim().toLowerCase();
  return [...rows, ...found.filter(({ id }) => !known.has(id))].filter(({ number }) =>
    number.toLowerCase().includes(text),
  );
}
