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

/** The next state, or the code of the refusal. */
function attempt(state: AppointmentState, next: Action): AppointmentState | string {
  try {
    return transition(state, next);
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

/** Every step of a random life: state before, action, and what came of it. */
const eachStep = (check: (before: AppointmentState, done: Action, after: AppointmentState | string) => void) =>
  fc.assert(
    fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
      let state = requested;
      for (const next of actions) {
        const after = attempt(state, next);
        check(state, next, after);
        if (typeof after !== 'string') state = after;
      }
    }),
    { numRuns: 2000 },
  );

describe('whatever happens in whatever order', () => {
  test('there is an open offer exactly while a payment is awaited', () => {
    eachStep((_before, _action, after) => {
      if (typeof after !== 'string') expect(after.offer === 'open').toBe(after.status === 'awaiting_payment');
    });
  });

  test('only money, or a reason, confirms', () => {
    eachStep((before, done, after) => {
      if (typeof after === 'string' || after.status !== 'confirmed' || before.status === 'confirmed') return;
      const byMoney = (done.kind === 'pay' && before.offer === 'open') || isPaid(before);
      const byReason = 'reason' in done && done.reason.trim() !== '';
      expect(byMoney || byReason).toBe(true);
    });
  });

  test('nothing leaves done without a reason', () => {
    eachStep((before, done, after) => {
      if (before.status !== 'done' || typeof after === 'string' || after.status === 'done') return;
      expect('reason' in done && done.reason.trim()).toBeTruthy();
    });
  });

  test('what is paid stays paid until it is refunded, and is never offered or paid again', () => {
    eachStep((before, done, after) => {
      if (!isPaid(before)) return;
      if (done.kind === 'make_offer' || done.kind === 'pay') expect(typeof after).toBe('string');
      else if (typeof after !== 'string' && done.kind !== 'refund_all') expect(isPaid(after)).toBe(true);
    });
  });

  test('patients cancel by themselves only what is not settled', () => {
    eachStep((before, done, after) => {
      if (done.kind !== 'withdraw') return;
      const isSettled = isPaid(before) || ['confirmed', 'cancelled', 'done'].includes(before.status);
      expect(typeof after === 'string').toBe(isSettled);
    });
  });

  test('an administrator reaches every status but awaiting payment from everywhere, given a reason', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 20 }), (actions) => {
        const state = actions.reduce<AppointmentState>((now, next) => {
          const after = attempt(now, next);
          return typeof after === 'string' ? now : after;
        }, requested);
        for (const to of ['pending', 'in_progress', 'confirmed', 'cancelled', 'done'] as const) {
          const after = attempt(state, { kind: 'set_status', to, reason: 'because' });
          expect(after).toEqual(to === state.status ? 'STATUS_UNCHANGED' : expect.objectContaining({ status: to }));
        }
      }),
    );
  });

  test('a calendar never holds what has no date', () => {
    eachStep((_before, _action, after) => {
      if (typeof after !== 'string' && isScheduled(after)) expect(after.offer).not.toBeNull();
    });
  });
});

describe('spellings', () => {
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
  ])('%j counts as %s', (spelling, status) => {
    expect(canonicalStatus(spelling)).toBe(status);
  });

  test('case, accents and joints make no difference to any spelling', () => {
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

  test('any text has a status', () => {
    fc.assert(fc.property(fc.string(), (text) => AppointmentStatuses.includes(canonicalStatus(text))));
  });
});

test('the team answers within two working days', () => {
  const due = (at: string) => answerDueAt(new Date(at)).toISOString();
  expect(due('2026-11-18T10:00:00Z')).toBe('2026-11-20T10:00:00.000Z');
  expect(due('2026-11-20T10:00:00Z')).toBe('2026-11-24T10:00:00.000Z');
  expect(due('2026-11-21T10:00:00Z')).toBe('2026-11-24T10:00:00.000Z');
});
