import { expect, test } from 'vitest';
import { needsReason } from './status-rules.ts';

const payment = { id: '1', paid_at: '', amount_cents: 1, refunded_cents: 0, currency: 'EUR' };

test('a change of status needs a reason only if it confirms an unpaid appointment or changes a done one', () => {
  expect(needsReason({ status_canonical: 'pending', payment: null }, 'confirmed')).toBe(true);
  expect(needsReason({ status_canonical: 'pending', payment }, 'confirmed')).toBe(false);
  const refunded = { ...payment, refunded_cents: 1 };
  expect(needsReason({ status_canonical: 'cancelled', payment: refunded }, 'confirmed')).toBe(true);
  expect(needsReason({ status_canonical: 'done', payment }, 'pending')).toBe(true);
  expect(needsReason({ status_canonical: 'done', payment: null }, 'done')).toBe(false);
  expect(needsReason({ status_canonical: 'confirmed', payment: null }, 'confirmed')).toBe(false);
  expect(needsReason({ status_canonical: 'pending', payment: null }, 'cancelled')).toBe(false);
});
