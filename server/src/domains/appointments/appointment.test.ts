import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppointmentStatuses, canonicalStatus, findStatus, StatusSpellings } from '#contract/appointment-status.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { answerDueAt } from './answer-due.ts';
import { type Action, type AppointmentState, isPaid, isScheduled, transition } from './appointment.ts';

const reason = fc.constantFrom('', '  ', 'paid at the clinic');
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    kind: fc.constant('set_status' as const),
    to: fc.constantFrom(
      'pending' as const,
      'in_progress' as const,
      'confirmed' as const,
      'cancelled' as const,
      'done' as const,
    ),
    reason,
  }),
  fc.record({ kind: fc.constant('make_offer' as const), reason }),
  fc.constantFrom<Action>({ kind: 'lapse' }, { kind: 'pay' }, { kind: 'refund_all' }, { kind: 'withdraw' }),
);
const requested: AppointmentState = { status: 'pending', offer: null, isRefunded: false };

/** Returns the next state, or the code of the refusal. */
function attempt(state: AppointmentState, next: Action): AppointmentState | string {
  try {
    return transition(state, next);
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

interface Step {
  readonly before: AppointmentState;
  readonly done: Action;
  /** The state after the action, or the code of a refusal. */
  readonly after: AppointmentState | string;
}

function stepsOf(actions: readonly Action[]): Step[] {
  let before = requested;
  return actions.map((done) => {
    const after = attempt(before, done);
    const step = { before, done, after };
    if (typeof after !== 'string') before = after;
    return step;
  });
}

/**
 * Tries random sequences of actions. Returns the shortest sequence with a step that breaks the rule, or null if there
 * is none. Refused actions change nothing and are left out.
 */
function lifeThatBreaks(
  rule: (before: AppointmentState, done: Action, after: AppointmentState) => boolean,
): Action[] | null {
  return lifeWhere(({ before, done, after }) => typeof after !== 'string' && !rule(before, done, after));
}

function lifeWhere(isBroken: (step: Step) => boolean): Action[] | null {
  const life = fc.array(action, { maxLength: 40 });
  const result = fc.check(
    fc.property(life, (actions) => !stepsOf(actions).some(isBroken)),
    { numRuns: 2000 },
  );
  return result.counterexample?.[0] ?? null;
}

const hasReason = (done: Action): boolean => 'reason' in done && done.reason.trim() !== '';

describe('after any actions in any order', () => {
  test('an appointment has an open offer exactly while it awaits payment', () => {
    expect(
      lifeThatBreaks((_before, _done, { offer, status }) => (offer === 'open') === (status === 'awaiting_payment')),
    ).toBeNull();
  });

  test('an appointment is confirmed only with a payment or a reason', () => {
    const broken = lifeThatBreaks((before, done, after) => {
      if (after.status !== 'confirmed' || before.status === 'confirmed') return true;
      return (done.kind === 'pay' && before.offer === 'open') || isPaid(before) || hasReason(done);
    });
    expect(broken).toBeNull();
  });

  test('an appointment leaves the status done only with a reason', () => {
    expect(
      lifeThatBreaks((before, done, after) => before.status !== 'done' || after.status === 'done' || hasReason(done)),
    ).toBeNull();
  });

  test('a paid appointment stays paid until everything is refunded, and cannot be offered or paid again', () => {
    const broken = lifeThatBreaks((before, done, after) => {
      if (!isPaid(before) || done.kind === 'refund_all') return true;
      return done.kind !== 'make_offer' && done.kind !== 'pay' && isPaid(after);
    });
    expect(broken).toBeNull();
  });

  test('patients can withdraw a request exactly if it is open, and neither confirmed nor paid', () => {
    const broken = lifeWhere(({ before, done, after }) => {
      const isSettled = isPaid(before) || ['confirmed', 'cancelled', 'done'].includes(before.status);
      return done.kind === 'withdraw' && (typeof after === 'string') !== isSettled;
    });
    expect(broken).toBeNull();
  });

  test('with a reason, an administrator can set every status except awaiting payment', () => {
    const broken = lifeWhere(({ before }) =>
      (['pending', 'in_progress', 'confirmed', 'cancelled', 'done'] as const).some((to) => {
        const after = attempt(before, { kind: 'set_status', to, reason: 'because' });
        return to === before.status ? after !== 'STATUS_UNCHANGED' : typeof after === 'string' || after.status !== to;
      }),
    );
    expect(broken).toBeNull();
  });

  test('a calendar never shows an appointment without a date', () => {
    expect(lifeThatBreaks((_before, _done, after) => !isScheduled(after) || after.offer !== null)).toBeNull();
  });

  test('the check of this test detects a wrong rule', () => {
    expect(lifeThatBreaks((_before, _done, { status }) => status !== 'confirmed')).not.toBeNull();
  });
});

describe('spellings of a status', () => {
  test.each([
    ['en_attente', 'pending'],
    ['En attente', 'pending'],
    ['IN-PROGRESS', 'in_progress'],
    ['En cours', 'in_progress'],
    ['awaiting payment', 'awaiting_payment'],
    ['En attente de paiement', 'awaiting_payment'],
    ['Confirmée', 'confirmed'],
    ['canceled', 'cancelled'],
    ['Annulé', 'cancelled'],
    [' Terminé ', 'done'],
    ['', 'pending'],
    [null, 'pending'],
    [undefined, 'pending'],
    ['constructor', 'pending'],
    ['whatever', 'pending'],
  ])('the stored status %j counts as %s', (spelling, status) => {
    expect(canonicalStatus(spelling)).toBe(status);
  });

  test('case, accents and separators make no difference to the spelling of a status', () => {
    const known = [...AppointmentStatuses, ...Object.keys(StatusSpellings)];
    fc.assert(
      fc.property(
        fc.constantFrom(...known),
        fc.constantFrom(' ', '-', '_', '  ', '.'),
        fc.boolean(),
        (word, joint, loud) => {
          const written = word.replaceAll('_', joint);
          expect(findStatus(loud ? written.toUpperCase() : written)).toBe(findStatus(word));
        },
      ),
    );
  });

  test('every text can be read as a status', () => {
    const isStatus = (text: string) => AppointmentStatuses.includes(canonicalStatus(text));
    expect(fc.check(fc.property(fc.string(), isStatus)).counterexample).toBeNull();
  });
});

test("the team's answer is due after two working days", () => {
  const due = (at: string) => answerDueAt(new Date(at)).toISOString();
  expect(due('2026-11-18T10:00:00Z')).toBe('2026-11-20T10:00:00.000Z');
  expect(due('2026-11-20T10:00:00Z')).toBe('2026-11-24T10:00:00.000Z');
  expect(due('2026-11-21T10:00:00Z')).toBe('2026-11-24T10:00:00.000Z');
});
