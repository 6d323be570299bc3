import { expect, test } from 'vitest';
import { chooseCase } from './cases.ts';

const waiting = { id: 'c', status: 'in_review', published_at: null } as const;
const second = { id: 'b', status: 'published', published_at: '2026-10-14T09:00:00Z' } as const;
const first = { id: 'a', status: 'published', published_at: '2026-03-02T09:00:00Z' } as const;

test('if the address of the dashboard contains no case id, the newest case is shown', () => {
  expect(chooseCase([second, first], null)).toEqual({ shown: second, signed: second, isEarlier: false });
});

test('while a case is being prepared, the last signed simulation stays available', () => {
  expect(chooseCase([waiting, second, first], null)).toEqual({ shown: waiting, signed: second, isEarlier: false });
});

test('if the patient chooses an earlier case, its own simulation is shown', () => {
  expect(chooseCase([waiting, second, first], 'a')).toEqual({ shown: first, signed: first, isEarlier: true });
});

test('an unknown case id in the address is ignored', () => {
  expect(chooseCase([waiting], 'x')).toEqual({ shown: waiting, signed: undefined, isEarlier: false });
  expect(chooseCase([], 'x')).toEqual({ shown: undefined, signed: undefined, isEarlier: false });
});
