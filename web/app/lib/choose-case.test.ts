import { expect, test } from 'vitest';
import { chooseCase } from './choose-case.ts';

const waiting = { id: 'c', status: 'in_review', published_at: null } as const;
const second = { id: 'b', status: 'published', published_at: '2026-10-14T09:00:00Z' } as const;
const first = { id: 'a', status: 'published', published_at: '2026-03-02T09:00:00Z' } as const;

test('if the address of the dashboard contains no case id, the newest case is shown', () => {
  expect(chooseCase([second, first], true, null)).toEqual({
    shown: second,
    signed: second,
    newest: second,
    isEarlier: false,
  });
});

test('while a case is being prepared, the last signed simulation stays available', () => {
  expect(chooseCase([waiting, second, first], true, null)).toEqual({
    shown: waiting,
    signed: second,
    newest: waiting,
    isEarlier: false,
  });
});

test('if the patient chooses an earlier case, its own simulation is shown', () => {
  expect(chooseCase([waiting, second, first], true, 'a')).toEqual({
    shown: first,
    signed: first,
    newest: waiting,
    isEarlier: true,
  });
});

test('an unknown case id in the address is ignored', () => {
  expect(chooseCase([waiting], true, 'x')).toEqual({
    shown: waiting,
    signed: undefined,
    newest: waiting,
    isEarlier: false,
  });
  expect(chooseCase([], true, 'x')).toEqual({
    shown: undefined,
    signed: undefined,
    newest: undefined,
    isEarlier: false,
  });
});

test('after a new consent, an unsigned withdrawn case is skipped if an older case is not withdrawn', () => {
  const withdrawn = { id: 'd', status: 'withdrawn', published_at: null } as const;
  expect(chooseCase([withdrawn, second], true, null)).toEqual({
    shown: second,
    signed: second,
    newest: second,
    isEarlier: false,
  });
  expect(chooseCase([withdrawn, second], false, null).shown).toBe(withdrawn);
  expect(chooseCase([withdrawn], true, null).shown).toBe(withdrawn);
  expect(chooseCase([withdrawn, second], true, 'd')).toMatchObject({ shown: withdrawn, isEarlier: true });
});
