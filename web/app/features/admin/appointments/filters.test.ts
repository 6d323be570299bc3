import { expect, test } from 'vitest';
import { changed } from '#web/lib/use-query-params.ts';
import { filterOf, noDetails, noFilter, paramsOf, queryOf, readFilter } from './filters.ts';

const filter = {
  status: 'awaiting_payment',
  search: 'Élise Lyon',
  coordinator: 'none',
  isOverdue: true,
  requestedFrom: '2026-11-01',
  requestedTo: '2026-11-20',
  scheduledFrom: '2026-12-03',
  scheduledTo: '2026-12-04',
  country: 'FR',
  provider: '01890a5d-ac96-774b-bcce-b302099a8057',
} as const;

test('a filter that is written to the address is read back unchanged, and other parameters stay', () => {
  const params = changed('?a=1', paramsOf(filter));
  expect(params.get('a')).toBe('1');
  expect(readFilter(new URLSearchParams(params.toString()))).toEqual(filter);
  expect(readFilter(changed(params.toString(), paramsOf({ search: '' })))).toEqual({ ...filter, search: '' });
  expect(readFilter(changed(params.toString(), paramsOf(noDetails)))).toEqual({ ...filter, ...noDetails });
  expect(changed(params.toString(), paramsOf(noFilter)).toString()).toBe('a=1');
});

test('an invalid value in the address does not filter the appointments', () => {
  for (const query of ['status=lost', 'asked_from=yesterday', 'visit_to=2026-02-30', 'country=fr', 'provider=1'])
    expect(readFilter(new URLSearchParams(query)), query).toEqual(noFilter);
});

test('the request contains only filters that are set, and a saved filter is read back unchanged', () => {
  expect(queryOf(noFilter)).toEqual({});
  expect(queryOf({ ...noFilter, country: 'FR' })).toEqual({ country: 'FR' });
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(queryOf({ ...noFilter, scheduledTo: '2026-12-04' })).toEqual({ scheduled_to: '2026-12-04', timezone });
  expect(filterOf(queryOf(filter))).toEqual(filter);
  expect(filterOf({ status: null, search: null })).toEqual(noFilter);
});
