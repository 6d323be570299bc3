import { ORPCError } from '@orpc/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { attachHandedIn, keepHandedIn } from './handed-in.ts';

let stored = new Map<string, string>();
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

function aService(fault?: unknown) {
  const made: object[] = [];
  const calls = {
    async claimLeadSecure(input: object) {
      made.push(input);
      if (fault) throw fault;
    },
    async attachLeadFilesToUser(input: object) {
      made.push(input);
      return { attached: 3 };
    },
  };
  return { made, calls };
}

test('photos that a person with an account submitted while signed out are attached at the next sign-in', async () => {
  keepHandedIn('lead');
  const { made, calls } = aService();
  expect(await attachHandedIn('anna', calls)).toBe(3);
  expect(made).toEqual([{ lead_id: 'lead', user_id: 'anna' }, { user_id: 'anna' }]);
  expect(await attachHandedIn('anna', calls)).toBe(0);
  expect(made).toHaveLength(2);
});

test.each([
  [new TypeError('Failed to fetch'), true],
  [new ORPCError('NOT_THE_CALLER', { status: 403 }), true],
  [new ORPCError('LEAD_NOT_YOURS', { status: 404 }), false],
  [new ORPCError('LEAD_ALREADY_CLAIMED', { status: 409 }), false],
])('after %s the lead is tried again: %s', async (fault, isKept) => {
  keepHandedIn('lead');
  expect(await attachHandedIn('anna', aService(fault).calls)).toBe(0);
  expect(stored.size === 1).toBe(isKept);
});
