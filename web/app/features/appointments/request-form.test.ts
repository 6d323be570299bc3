import { expect, test } from 'vitest';
import { emptyRequest, readRequest, requestFaults } from './request-form.ts';

const lyon = { ...emptyRequest, city_current: '  Lyon ', city_target: ' Paris' };

test('the form for an appointment starts with Botox in France, and both cities must be filled in', () => {
  expect(emptyRequest).toMatchObject({ treatment: 'Botox', country_current: 'FR', country_target: 'FR' });
  expect(requestFaults(emptyRequest)).toEqual(['current', 'target']);
  expect(requestFaults({ ...emptyRequest, city_current: '   ', city_target: 'Paris' })).toEqual(['current']);
  expect(requestFaults({ ...lyon, treatment: '' })).toEqual(['treatment']);
});

test('spaces around the cities of a request are removed', () => {
  expect(readRequest(lyon)).toMatchObject({ city_current: 'Lyon', city_target: 'Paris' });
  expect(requestFaults(lyon)).toEqual([]);
});

test('ticking "same place" requests the treatment in the current city, and unticking it restores the typed city', () => {
  const same = { ...lyon, isSame: true, country_current: 'BE' };
  expect(readRequest(same)).toMatchObject({ country_target: 'BE', city_target: 'Lyon' });
  expect(requestFaults({ ...emptyRequest, isSame: true })).toEqual(['current']);
  expect(readRequest({ ...same, isSame: false }).city_target).toBe('Paris');
});
