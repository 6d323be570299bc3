import { expect, test } from 'vitest';
import { chooseCase } from './choose-case.ts';

const waiting = { id: 'c', status: 'in_review', published_at: null } as const;
const second = { id: 'b', status: 'published', published_at: '2026-10-14T09:00:00Z' } as const;
const first = { id: 'a', status: 'published', published_at: '2026-03-02T09:00:00Z' } as const;

test('if the address of the dashboard contains no case id, the newest case is shown', () => {
  expect(chooseCase([second, first], null)).toEqual({
    shown: second,
    signed: second,
    newest: second,
    isEarlier: false,
  });
});

test('while a case is being prepared, the last signed simulation stays available', () => {
  expect(chooseCase([waiting, second, first], null)).toEqual({
    shown: waiting,
    signed: second,
    newest: waiting,
    isEarlier: false,
  });
});

test('if the patient chooses an earlier case, its own simulation is shown', () => {
  expect(chooseCase([waiting, second, first], 'a')).toEqual({
    shown: first,
    signed: first,
    newest: waiting,
    isEarlier: true,
  });
});

test('an unknown case id in the address is ignored', () => {
  expect(chooseCase([waiting], 'x')).toEqual({ shown: waiting, signed: undefined, newest: waiting, isEarlier: false });
  expect(chooseCase([], 'x')).toEqual({ shown: undefined, signed: undefined, newest: undefined, isEarlier: false });
});
