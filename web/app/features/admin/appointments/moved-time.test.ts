import { expect, test } from 'vitest';
import type { AdminAppointment } from '#contract/appointments-admin.ts';
import { movedTime, zonesWith } from './moved-time.ts';

type Time = AdminAppointment['times'][number];
const time = (state: Time['state']) => ({ id: state, state }) as Time;
const lost = { id: 'lost' } as NonNullable<AdminAppointment['lost_time']>;

test.each([
  ['a booked time', ['released', 'booked'], null, 'booked'],
  ['the time of a no-show', ['no_show'], null, 'no_show'],
  ['a booked time before a lost one', ['booked'], lost, 'booked'],
  ['a lost time', ['released'], lost, 'lost'],
  ['nothing without booked times', [], null, undefined],
] as const)('moving an appointment replaces %s', (_what, states, lost_time, id) => {
  expect(movedTime({ times: states.map(time), lost_time })?.id).toBe(id);
});

test('the list of time zones begins with the zone of the field, even if browsers do not list this zone', () => {
  expect(Intl.supportedValuesOf('timeZone')).not.toContain('America/Montreal');
  expect(zonesWith('America/Montreal')[0]).toBe('America/Montreal');
  expect(zonesWith('Asia/Tokyo').filter((zone) => zone === 'Asia/Tokyo')).toHaveLength(1);
});
