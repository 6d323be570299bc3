import * as z from 'zod';
import { Id, Instant, rpc } from './base.ts';

/** Time that is taken: held for a patient until an offer expires, booked, and what became of it. */
export const BookedStates = ['held', 'booked', 'arrived', 'done', 'no_show', 'cancelled', 'released'] as const;
export const BookedState = z.enum(BookedStates);
export type BookedState = z.infer<typeof BookedState>;

export const BookingLimits = {
  /** Days that one question for slots may span. */
  days: 31,
  /** Slots in one answer; `more_from` goes on from there. */
  slots: 2000,
} as const;

export const bookingRefusals = {
  /** Somebody else has it, or it was never free: choose another one. */
  TIME_TAKEN: { status: 409, data: z.object({ starts_at: Instant }) },
  /** It is free, but outside of the practitioner's hours; send allow_outside_hours to take it all the same. */
  OUTSIDE_HOURS: { status: 409, data: z.object({ starts_at: Instant }) },
} as const;

const DAY_MS = 24 * 3_600_000;

export const SlotsAsked = z
  .object({
    service_id: Id,
    site_id: Id.optional(),
    practitioner_id: Id.optional(),
    /** Slots that begin from here on, and before `to`. */
    from: Instant,
    to: Instant,
  })
  .refine(({ from, to }) => from < to && Date.parse(to) - Date.parse(from) <= BookingLimits.days * DAY_MS, {
    path: ['to'],
  });
export type SlotsAsked = z.output<typeof SlotsAsked>;

const Slots = z.object({
  service: z.object({
    id: Id,
    name_en: z.string(),
    name_fr: z.string(),
    minutes: z.number().int(),
    is_video: z.boolean(),
    /** Null: on quote. */
    price_cents: z.number().int().nullable(),
    /** What is paid at first; null: the whole price. */
    deposit_cents: z.number().int().nullable(),
    currency: z.string(),
    /** Hours before the beginning until which it is cancelled free of charge. Later the deposit stays. */
    free_until_hours: z.number().int(),
  }),
  /** Those of the slots below. */
  sites: z.array(z.object({ id: Id, name: z.string(), timezone: z.string() })),
  practitioners: z.array(z.object({ id: Id, name: z.string() })),
  /** By time. */
  slots: z.array(z.object({ starts_at: Instant, site_id: Id, practitioner_id: Id })),
  /** There are more from this instant on; null: these are all. */
  more_from: Instant.nullable(),
});
export type Slots = z.input<typeof Slots>;

export const bookings = {
  listSlots: rpc(
    'list_slots',
    'patient',
    'bookings',
    'Times at which a service can be had that patients book themselves',
  )
    .input(SlotsAsked)
    .output(Slots),
  adminListSlots: rpc(
    'admin_list_slots',
    'admin',
    'bookings',
    'Times at which any service could begin, from now on: lead times do not bind the desk',
  )
    .input(SlotsAsked)
    .output(Slots),
};
