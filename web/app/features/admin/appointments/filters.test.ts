import { expect, test } from 'vitest';
import { changed } from '#web/lib/use-query-params.ts';
import { filterOf, noFilter, paramsOf, queryOf, readFilter } from './filters.ts';

const filter = { status: 'awaiting_payment', search: 'Élise Lyon', coordinator: 'none', isOverdue: true } as const;

test('a filter survives the way through the address, and keeps what else stands there', () => {
  const params = changed('?a=1', paramsOf(filter));
  expect(params.get('a')).toBe('1');
  expect(readFilter(new URLSearchParams(params.toString()))).toEqual(filter);
  expect(readFilter(changed(params.toString(), paramsOf({ search: '' })))).toEqual({ ...filter, search: '' });
  expect(changed(params.toString(), paramsOf(noFilter)).toString()).toBe('a=1');
});

test('an unknown status shows all', () => {
  expect(readFilter(new URLSearchParams('status=lost'))).toEqual(noFilter);
});

test('only what is filtered is asked for, and a saved filter reads the same', () => {
  expect(queryOf(noFilter)).toEqual({});
  expect(filterOf(queryOf(filter))).toEqual(filter);
  expect(filterOf({ status: null, search: null })).toEqual(noFilter);
});
