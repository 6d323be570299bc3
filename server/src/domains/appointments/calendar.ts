import { AppointmentLimits } from '#contract/appointments.ts';
import type { Language } from '#contract/base.ts';
import type { BookedState } from '#contract/bookings.ts';
import { calendarFile } from '#server/platform/calendar/calendar-file.ts';
import type { Context } from '#server/platform/context.ts';
import { withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import type { Attachment } from '#server/platform/mail/mailer.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { siteLanguage } from '#server/platform/site-language.ts';
import { isScheduled } from './appointment.ts';
import { type Appointment, findForUpdate, findLastOffer, type Offer } from './appointments.queries.ts';
import { visitOf, visitUrl } from './by-video.ts';
import { listOfferTimes, type OfferTime } from './offer-times.ts';
import { paperWord } from './quote.ts';

/** The numbers of minutes before the appointment at which the calendar reminds the patient. */
const ALARMS = [24 * 60, 2 * 60];

/**
 * Returns the calendar event of an appointment. Its title does not name the treatment, because calendars are shared and
 * shown on locked screens. The event of a video visit has the URL of the visit's page instead of an address.
 */
export function calendarOf(
  ctx: Context,
  row: Pick<Appointment, 'id' | 'number' | 'calendar_sequence' | 'updated_at'>,
  offer: Pick<
    Offer,
    'provider_name' | 'provider_phone' | 'provider_address' | 'scheduled_at' | 'timezone' | 'is_video'
  >,
  language: Language,
  { isCancelled, times }: { readonly isCancelled: boolean; readonly times: readonly OfferTime[] },
): Attachment {
  const { publicUrl, mailFrom } = ctx.config;
  const visitId = visitOf(offer, times);
  const page = visitId && visitUrl(ctx, visitId, language);
  const content = calendarFile({
    uid: `${row.id}@${new URL(publicUrl).hostname}`,
    sequence: row.calendar_sequence,
    isCancelled,
    changedAt: row.updated_at,
    start: offer.scheduled_at,
    minutes: lengthOf(times),
    zone: offer.timezone,
    title: paperWord(language, 'calendar_title'),
    description: [offer.provider_name, offer.provider_phone, row.number, page].filter(Boolean).join('\n'),
    location: offer.is_video ? (page ?? paperWord(language, 'by_video')) : offer.provider_address,
    url: page ?? `${publicUrl}${language === 'fr' ? '/fr' : ''}/dashboard?appointment=${row.id}`,
    organizer: mailFrom,
    alarms: ALARMS,
  });
  return {
    file_name: `${row.number}.ics`,
    content_type: `text/calendar; charset=utf-8; method=${isCancelled ? 'CANCEL' : 'PUBLISH'}`,
    content,
  };
}

/** The states of a time that was booked for the patient, and was neither cancelled nor released. */
const kept: readonly BookedState[] = ['booked', 'arrived', 'done', 'no_show'];

/**
 * Returns the length of the visit in minutes. If no time is booked, the length is unknown, and a usual one is returned.
 */
function lengthOf(times: readonly OfferTime[]): number {
  const time = times.find(({ state }) => kept.includes(state));
  return time ? (time.ends_at.getTime() - time.starts_at.getTime()) / 60_000 : AppointmentLimits.event_minutes;
}

/**
 * Returns the calendar file of an appointment that is confirmed or done. If the appointment is cancelled, or has no
 * time while alternatives are offered, the file removes the event from the calendar.
 */
export const getCalendar = (ctx: Context, { userId, language }: SignedIn, id: string): Promise<Attachment> =>
  withUser(ctx.db, userId, async (tx) => {
    const found = await findForUpdate(tx, id);
    if (found?.row.patient_id !== userId) throw new Refusal('NOT_FOUND');
    const { row, state } = found;
    // A cancellation ends an offer without a payment, so the offer is no longer in force. If the sequence is 0, no
    // calendar has the event.
    const isRemoved = row.status === 'cancelled' && row.calendar_sequence > 0;
    const offer = found.offer ?? (isRemoved ? await findLastOffer(tx, id) : undefined);
    if (!offer || !(isScheduled(state) || row.status === 'cancelled'))
      throw new Refusal('NOT_IN_THIS_STATE', { status: row.status });
    const isCancelled = row.status === 'cancelled' || offer.alternatives_until !== null;
    const times = await listOfferTimes(tx, [offer.id]);
    return calendarOf(ctx, row, offer, siteLanguage(language), { isCancelled, times });
  });
