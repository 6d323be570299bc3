import type { BookedState } from '#contract/bookings.ts';
import type { Context } from '#server/platform/context.ts';
import type { Language } from '#contract/base.ts';
import type { Offer } from './appointments.queries.ts';
import type { OfferTime } from './offer-times.ts';

/** The states of a booked time in which patient and practitioner can meet by video. */
const meets: readonly BookedState[] = ['booked', 'arrived'];

/**
 * Returns the id of the video visit of an appointment. This id is the id of the booked time. Returns null if the visit
 * is at a site or no time is booked.
 */
export const visitOf = ({ is_video }: Pick<Offer, 'is_video'>, times: readonly OfferTime[]): string | null =>
  (is_video && times.find(({ state }) => meets.includes(state))?.id) || null;

/** Returns the URL of the video visit. */
export const visitUrl = ({ config }: Pick<Context, 'config'>, visitId: string, language: Language): string =>
  `${config.publicUrl}${language === 'fr' ? '/fr' : ''}/visit/${visitId}`;
