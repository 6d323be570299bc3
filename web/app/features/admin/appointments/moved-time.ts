import type { AdminAppointment } from '#contract/appointments-admin.ts';
import { AppointmentDefaults } from '#contract/appointments.ts';
import { ownZone } from '#web/lib/zoned.ts';

/**
 * Returns the booked time that a move replaces, or the time that the clinic released. The server accepts the new time
 * only in the time zone of this site. Returns undefined for an appointment at a typed place.
 */
export const movedTime = ({ times, lost_time }: Pick<AdminAppointment, 'times' | 'lost_time'>) =>
  times.find(({ state }) => state === 'booked' || state === 'no_show') ?? lost_time ?? undefined;

/**
 * Lists the time zones for a field. The list includes the current zone of the field, because a site can have a zone
 * that browsers do not list, such as America/Montreal.
 */
export const zonesWith = (zone: string): string[] => [
  ...new Set([zone, AppointmentDefaults.timezone, ownZone(), ...Intl.supportedValuesOf('timeZone')]),
];
