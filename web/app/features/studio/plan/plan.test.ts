import { expect, test } from 'vitest';
import type { PlanSession, SessionItem } from '#contract/sessions.ts';
import { nearestCount } from './count-field.tsx';
import {
  addItem,
  addSession,
  faultsOf,
  isItemComplete,
  isPlanComplete,
  mended,
  moveItem,
  moveSession,
  newItem,
  newUndosed,
  placeBeside,
  proposedSessions,
  removeItem,
  removeSession,
  savableSessions,
  type Sessions,
  totalsOf,
} from './sessions.ts';

const visit = (weeks_after: number, ...items: SessionItem[]): PlanSession => ({ weeks_after, review: false, items });
const [chin, cheek, masseter, jawline] = (['chin', 'cheek', 'masseter', 'jawline'] as const).map(newItem) as [
  SessionItem,
  SessionItem,
  SessionItem,
  SessionItem,
];
/** Returns sessions as a text, for example '0: chin, cheek | 4: jawline'. */
const shown = (sessions: Sessions): string =>
  sessions
    .map(({ weeks_after, items }) => `${weeks_after}: ${items.map(({ treatment }) => treatment).join(', ')}`.trim())
    .join(' | ');

const plan = [visit(0, chin, cheek), visit(4, jawline)];

test('a plan item moves within its visit, and from the end of a visit into the next one', () => {
  const move = (session: number, item: number, step: 1 | -1) => {
    const to = placeBeside(plan, { session, item }, step);
    return to && shown(moveItem(plan, { session, item }, to));
  };
  expect(move(0, 0, 1)).toBe('0: cheek, chin | 4: jawline');
  expect(move(0, 1, 1)).toBe('0: chin | 4: cheek, jawline');
  expect(move(1, 0, -1)).toBe('0: chin, cheek, jawline | 4:');
  expect(move(0, 0, -1)).toBeNull();
  expect(move(1, 0, 1)).toBeNull();
});

test('visits swap their treatments while the intervals stay, and the first visit starts at week 0', () => {
  expect(shown(moveSession(plan, 0, 1))).toBe('0: jawline | 4: chin, cheek');
  expect(shown(moveSession(plan, 1, 1))).toBe(shown(plan));
  expect(shown(removeSession(plan, 0))).toBe('0: jawline');
  expect(shown(removeItem(plan, { session: 0, item: 1 }))).toBe('0: chin | 4: jawline');
  expect(shown(addSession([]))).toBe('0:');
  expect(addSession(plan).at(-1)).toEqual({ weeks_after: 2, review: true, items: [] });
});

test('unfinished items and empty visits are not sent, and the weeks of omitted visits still count', () => {
  const threads = newUndosed('thread_lift', 'fr');
  const said = { ...threads, sentence: { text: 'Deux fils', language: 'fr' } } as const;
  const sessions = [visit(0, chin, { ...cheek, dose: 0 }), visit(2, threads), visit(3, said)];
  expect(shown(savableSessions(sessions))).toBe('0: chin | 5: thread_lift');
  expect([chin, threads, said].map(isItemComplete)).toEqual([true, false, true]);
  expect([isPlanComplete(sessions), isPlanComplete([visit(0, chin)]), isPlanComplete([visit(0)])]).toEqual([
    false,
    true,
    false,
  ]);
  const blank = { ...chin, sentence: { text: '  ', language: 'en' } } as const;
  expect(savableSessions([visit(0, blank)])[0]?.items[0]?.sentence).toBeNull();
});

const answers = { version: 1 as const, treatments: { masseter: 30, jawline: 1 } };

test('a proposal contains the reasons, and does not delete the doctor’s sentence about a treatment', () => {
  const sentence = { text: 'Slowly', language: 'en' } as const;
  const before = [visit(0, { ...jawline, sentence }, { ...chin, sentence })];
  const proposed = proposedSessions(answers, new Map([['jawline', ['asked' as const]]]), before);
  expect(shown(proposed)).toBe('0: masseter | 2: jawline | 2:');
  expect(proposed.flatMap(({ items }) => items.map((item) => [item.treatment, item.reasons, item.sentence]))).toEqual([
    ['masseter', [], null],
    ['jawline', ['asked'], sentence],
  ]);
  // Proposing the same plan again must change nothing.
  expect(proposedSessions(answers, new Map([['jawline', ['asked' as const]]]), proposed)).toEqual(proposed);
});

test('a proposal leaves out a treatment that the page’s engine does not support', () => {
  expect(proposedSessions({ version: 1, treatments: { elbow: 1 } }, new Map(), [])).toEqual([]);
});

test('an interval that is too short is corrected by a longer wait or a new visit', () => {
  const tooSoon = [visit(0, masseter), visit(1, jawline)];
  const [fault] = faultsOf(tooSoon);
  expect(fault).toMatchObject({ kind: 'too_soon', weeks: 1, needed: 2 });
  expect(shown(fault ? (mended(tooSoon, fault) ?? []) : [])).toBe('0: masseter | 2: jawline');

  const together = [visit(0, masseter, chin), visit(4, cheek)];
  const [other] = faultsOf(addItem(together, 0, jawline));
  const apart = other ? (mended(addItem(together, 0, jawline), other) ?? []) : [];
  expect(faultsOf(apart).length).toBeLessThan(faultsOf(addItem(together, 0, jawline)).length + 1);
  expect(apart.length).toBe(3);
});

test('a plan item that is not in the clinical dataset has no fault and is not added to any total', () => {
  const session = visit(0, newUndosed('other', 'en'), { ...jawline, dose: 1.5 }, { ...masseter, dose: 24 });
  expect(faultsOf([visit(0, newUndosed('other', 'en'))])).toEqual([]);
  expect(totalsOf(session)).toEqual({ units: 48, mL: 3 });
});

test('a typed number of the plan becomes the nearest valid one, and an empty field becomes null', () => {
  const count = (text: string) => nearestCount(text, 1, 24);
  expect(['', ' ', 'x'].map(count)).toEqual([null, null, null]);
  expect(['0', '-3', '1', '2.6', '24', '99'].map(count)).toEqual([1, 1, 1, 3, 24, 24]);
});
