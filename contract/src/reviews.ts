import * as z from 'zod';
import { bookingRefusals, Slots } from './bookings.ts';
import { CalendarInstant, Id, Instant, rpc } from './base.ts';

/**
 * The review visit after an injection. Two weeks after the injection, the practitioner's clinic proposes a free time
 * for the review. The patient accepts, changes or declines the time.
 */
export const ReviewLimits = {
  /**
   * The proposed time is between `first_day` and `last_day` days after the visit, counted in the time zone of the site.
   */
  first_day: 14,
  last_day: 21,
  /** The patient may choose another time between `first_choice` and `last_choice` days after the visit. */
  first_choice: 10,
  last_choice: 28,
  /** Number of hours for which the proposed time is reserved for the patient. */
  hold_hours: 72,
  /**
   * Maximum difference, in minutes, between the time of day of the visit and that of the proposed review. The service
   * proposes the first day with a slot within this difference. If there is none, it uses the first day with any free
   * slot.
   */
  near_minutes: 120,
} as const;

/** The treatment of an appointment that is a review visit. */
export const REVIEW_TREATMENT = 'Review' as const;

/** none: no time was free. undone: the visit is no longer marked as done, so its review was cancelled. */
export const ReviewStates = ['open', 'accepted', 'declined', 'expired', 'none', 'undone'] as const;
export const ReviewState = z.enum(ReviewStates);
export type ReviewState = z.infer<typeof ReviewState>;

export const MyReview = z.object({
  id: Id,
  /** The time of the visit whose result is reviewed. */
  visited_at: Instant,
  starts_at: Instant,
  ends_at: Instant,
  timezone: z.string(),
  site_name: z.string(),
  site_address: z.string(),
  practitioner_name: z.string(),
  is_video: z.boolean(),
  /** The end of the period for which the service holds the proposed time. */
  expires_at: Instant,
});
export type MyReview = z.infer<typeof MyReview>;

export const reviewRefusals = {
  /** The review was answered, has expired, or was cancelled because its visit is no longer marked as done. */
  REVIEW_ENDED: { status: 409 },
} as const;

const OneReview = z.object({ review_id: Id });

export const reviews = {
  listMyReviews: rpc(
    'list_my_reviews',
    'patient',
    'appointments',
    'List the review times that are held for the caller',
  ).output(z.object({ reviews: z.array(MyReview) })),
  listReviewTimes: rpc(
    'list_review_times',
    'patient',
    'appointments',
    'List other free times of the same practitioner for a review, 10 to 28 days after the visit',
  )
    .errors(reviewRefusals)
    .input(OneReview)
    .output(Slots),
  acceptReview: rpc(
    'accept_review',
    'patient',
    'appointments',
    'Accept the held time of a review, or another one. It is confirmed at once and costs nothing',
  )
    .errors({ ...reviewRefusals, TIME_TAKEN: bookingRefusals.TIME_TAKEN })
    .input(OneReview.extend({ starts_at: CalendarInstant.optional(), site_id: Id.optional() }))
    .output(z.object({ appointment_id: Id })),
  declineReview: rpc('decline_review', 'patient', 'appointments', 'Decline a review. Its time becomes free')
    .errors(reviewRefusals)
    .input(OneReview)
    .output(z.object({ state: ReviewState })),
};
