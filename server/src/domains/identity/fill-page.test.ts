import { expect, test } from 'vitest';
import type { Role } from '#contract/base.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { PageVisit } from '#server/platform/http/pages.ts';
import { fillPage } from './fill-page.ts';

const visit = (caller: () => Promise<Caller>, language: 'en' | 'fr' = 'en'): PageVisit => ({
  path: '/home',
  language,
  query: new URLSearchParams(),
  headers: new Headers(),
  form: null,
  caller,
});
const as = (role: Role) => async (): Promise<Caller> => ({
  kind: 'user',
  userId: '01900000-0000-7000-8000-000000000001',
  role,
  secondFactor: false,
  sessionId: '01900000-0000-7000-8000-000000000002',
  language: 'en',
});

test.each([
  ['patient', 'en', '/dashboard'],
  ['practitioner', 'fr', '/fr/studio'],
  ['admin', 'en', '/admin'],
] as const)('a page shows a %s the way to their own pages (%s)', async (role, language, start) => {
  expect(await fillPage(visit(as(role), language))).toEqual({ data: { reader: { start } } });
});

test('a visitor, and somebody whom a database that is away cannot name, see the page of everybody', async () => {
  expect(await fillPage(visit(async () => ({ kind: 'visitor', language: 'en' })))).toBeUndefined();
  expect(await fillPage(visit(() => Promise.reject(new Error('away'))))).toBeUndefined();
});
