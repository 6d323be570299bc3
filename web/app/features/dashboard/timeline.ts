import type { MyCase } from '#contract/cases.ts';

export interface TimelineStep {
  kind: 'photos' | 'health' | 'drawing' | 'signing';
  state: 'done' | 'current' | 'next';
  /** The time when the step happened or began. */
  at: string | null;
  /** The due time of the signature. It is null for the other steps, and while the time is paused or has passed. */
  by: string | null;
  /** True if the patient has to act, because the doctor has requested photos or health questions are open. */
  isYours: boolean;
}

type Case = Pick<MyCase, 'status' | 'taken_at' | 'published_at' | 'due_at' | 'photo_request' | 'steps'>;

/**
 * Returns the steps of a case. A step that was not recorded has no time. A withdrawn case has no steps. `healthAt` is
 * the time when the health answers were submitted. It is null if they were not submitted, and undefined if the time is
 * unknown.
 */
export function timelineOf(shown: Case, healthAt: string | null | undefined, now: number): TimelineStep[] {
  if (shown.status === 'withdrawn') return [];
  const isSigned = shown.status === 'published';
  const steps = [photosOf(shown), healthOf(shown, healthAt), drawingOf(shown), signingOf(shown, now)];
  // A doctor can sign although the patient gave no health answers. The step in which the doctor reads them is then left
  // out.
  if (isSigned) return steps.filter(({ kind, at }) => kind !== 'health' || at !== null).map(asDone);
  const isDrawing = steps[2]?.at !== null;
  const current = steps.find(({ kind, state, isYours }) => {
    if (kind === 'health') return state !== 'done' && !isYours && !isDrawing;
    return state !== 'done';
  });
  return steps.map((step) => (step === current ? { ...step, state: 'current' } : step));
}

const asDone = (step: TimelineStep): TimelineStep => ({ ...step, state: 'done', by: null, isYours: false });

const stepAt = ({ steps }: Case, kind: MyCase['steps'][number]['kind']): string | null =>
  steps.find((step) => step.kind === kind)?.at ?? null;

/**
 * Returns the step of the photos. A doctor who takes a case checks its photos first, and requests others if they are
 * not good enough.
 */
function photosOf({ taken_at, photo_request }: Case): TimelineStep {
  const isChecked = taken_at !== null && !photo_request;
  return {
    kind: 'photos',
    state: isChecked ? 'done' : 'next',
    at: isChecked ? taken_at : null,
    by: null,
    isYours: photo_request !== null,
  };
}

/**
 * Returns the step of the health answers. If the answers changed after the doctor had read them, they are unread again.
 */
function healthOf(shown: Case, healthAt: string | null | undefined): TimelineStep {
  const read = stepAt(shown, 'health_read');
  const isRead = read !== null && (!healthAt || read >= healthAt);
  return {
    kind: 'health',
    state: isRead ? 'done' : 'next',
    at: isRead ? read : null,
    by: null,
    isYours: healthAt === null,
  };
}

function drawingOf(shown: Case): TimelineStep {
  const [drawing, signing] = [stepAt(shown, 'drawing'), stepAt(shown, 'signing')];
  const isDrawn = drawing !== null && signing !== null && signing >= drawing;
  return { kind: 'drawing', state: isDrawn ? 'done' : 'next', at: drawing, by: null, isYours: false };
}

function signingOf(shown: Case, now: number): TimelineStep {
  const isLate = new Date(shown.due_at).getTime() <= now;
  return {
    kind: 'signing',
    state: 'next',
    at: shown.published_at,
    // The due time is paused while the doctor waits for photos.
    by: isLate || shown.photo_request ? null : shown.due_at,
    isYours: false,
  };
}

/** Returns whether a future time is today, tomorrow or later, in the time zone of the browser. */
export function dayWord(moment: string, now: number): 'today' | 'tomorrow' | 'later' {
  const day = new Date(moment).toDateString();
  const tomorrow = new Date(now);
  tomorrow.setDate(tomorrow.getDate() + 1);
  if (day === new Date(now).toDateString()) return 'today';
  return day === tomorrow.toDateString() ? 'tomorrow' : 'later';
}
