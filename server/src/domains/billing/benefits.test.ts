import { describe, expect, test } from 'vitest';
import { type Benefit, Benefits } from '#contract/benefits.ts';
import { benefitsLeft, type Taken } from './benefits.ts';

const now = new Date('2026-06-01T12:00:00Z');
const taken = (benefit: Benefit, at: string, isOpen = false): Taken => ({ benefit, at: new Date(at), isOpen });
const stateOf = (benefit: Benefit, given: readonly Taken[], plan: 'essential' | 'plus' | 'elite' = 'plus') =>
  benefitsLeft(plan, given, now).find((one) => one.benefit === benefit);

describe('the unused benefits of a plan', () => {
  test('each plan has the benefits that the plan cards promise', () => {
    const numbers = (plan: 'free' | 'essential' | 'plus' | 'elite') =>
      Object.fromEntries(benefitsLeft(plan, [], now).map(({ benefit, included }) => [benefit, included]));
    expect(numbers('free')).toEqual({});
    expect(numbers('essential')).toEqual({ Microneedling: 4, 'Baby Botox': 1, 'Mini skincare routine': 1 });
    expect(numbers('plus')).toEqual({
      ...numbers('essential'),
      'Baby Botox': 3,
      'Full Botox': 1,
      'Filler zone': 1,
      'Monthly follow-up': 12,
      'Quarterly re-evaluation': 4,
    });
    expect(Object.keys(numbers('elite'))).toEqual([...Benefits]);
  });

  test('a full Botox uses up two Baby Botox of the plan, and two Baby Botox use up the full Botox', () => {
    const full = [taken('Full Botox', '2026-02-01T00:00:00Z')];
    expect(stateOf('Baby Botox', full)).toMatchObject({ left: 1, may_ask: true });
    expect(stateOf('Full Botox', full)).toMatchObject({
      left: 0,
      may_ask: false,
      again_at: '2027-02-01T00:00:00.000Z',
    });
    const babies = [taken('Baby Botox', '2026-01-01T00:00:00Z'), taken('Baby Botox', '2026-03-01T00:00:00Z')];
    expect(stateOf('Full Botox', babies)).toMatchObject({ left: 0, again_at: '2027-01-01T00:00:00.000Z' });
  });

  test('used benefits become available again in the order of their requests, regardless of the order of the rows', () => {
    const babies = ['03', '01', '02'].map((month) => taken('Baby Botox', `2026-${month}-01T00:00:00Z`));
    expect(stateOf('Baby Botox', babies)).toMatchObject({ left: 0, again_at: '2027-01-01T00:00:00.000Z' });
    expect(stateOf('Baby Botox', babies.slice(1))).toMatchObject({ left: 1, again_at: null });
  });

  test('benefits left are counted separately for each benefit', () => {
    const zone = [taken('Filler zone', '2026-03-01T00:00:00Z'), taken('Baby Botox', '2026-03-01T00:00:00Z')];
    expect(stateOf('Microneedling', zone)).toMatchObject({ left: 4 });
    expect(stateOf('Filler zone', zone)).toMatchObject({ left: 0 });
  });

  test('a used benefit becomes available again twelve months after its request', () => {
    const first = taken('Baby Botox', '2025-06-02T00:00:00Z');
    expect(stateOf('Baby Botox', [first], 'essential')).toMatchObject({
      left: 0,
      again_at: '2026-06-02T00:00:00.000Z',
    });
    const earlier = taken('Baby Botox', '2025-06-01T12:00:00Z');
    expect(stateOf('Baby Botox', [earlier], 'essential')).toMatchObject({ left: 1, may_ask: true, again_at: null });
  });

  test('a benefit without a limit can be requested again once the last request was carried out', () => {
    const open = taken('VIP event', '2026-05-01T00:00:00Z', true);
    expect(stateOf('VIP event', [open], 'elite')).toMatchObject({ included: null, may_ask: false });
    const earlier = taken('VIP event', '2026-01-01T00:00:00Z');
    expect(stateOf('VIP event', [earlier, open], 'elite')).toMatchObject({ may_ask: false });
    expect(stateOf('VIP event', [{ ...open, isOpen: false }], 'elite')).toMatchObject({ may_ask: true });
  });

  test('the number of benefits left is never negative after a change to a smaller plan', () => {
    const many = [1, 2, 3].map((month) => taken('Baby Botox', `2026-0${month}-01T00:00:00Z`));
    expect(stateOf('Baby Botox', many, 'essential')).toMatchObject({ left: 0, again_at: '2027-03-01T00:00:00.000Z' });
  });
});
