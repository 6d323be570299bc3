import type { BookedState } from '#contract/bookings.ts';
import type { Context } from '#server/platform/context.ts';
import type { Language } from '#contract/base.ts';
import type { Offer } from './appointments.queries.ts';
import type { OfferTime } from './offer-times.ts';

/** States of a time in which the two can meet. */
const meets: readonly BookedState[] = ['booked', 'arrived'];

/** The video visit of an appointment, which has the id of its time. Null: they meet at a site, or nothing is booked. */
export const visitOf = ({ is_video }: Pick<Offer, 'is_video'>, times: readonly OfferTime[]): string | null =>
  (is_video && times.find(({ state }) => meets.includes(state))?.id) || null;

/** The address of the video visit. */
export const visitUrl = ({ config }: Pick<Context, 'config'>, visitId: string, language: Language): string =>
  `${config.publicUrl}${language === 'fr' ? '/fr' : ''}/visit/${visitId}`;
