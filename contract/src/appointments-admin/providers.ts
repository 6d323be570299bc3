import * as z from 'zod';
import { Id, Instant, text, isStorable } from '../base.ts';
import { adminAppointmentRefusals, words, admin } from './terms.ts';
import { RowVersion } from './macros.ts';
import { OfferInput } from './offer.ts';

export const Provider = z.object({
  id: Id,
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  registration: z.string(),
  seller: z.string(),
  insurance: z.string(),
  is_active: z.boolean(),
  /** The price in the newest offer with this provider. */
  last_price_cents: z.number().int().nullable(),
  last_currency: z.string().nullable(),
  offers: z.number().int(),
  version: RowVersion,
});
export type Provider = z.infer<typeof Provider>;
export const ProviderPrice = z.object({
  at: Instant,
  appointment_id: Id,
  number: z.string(),
  requested_treatment: z.string(),
  provider_price_cents: z.number().int().nullable(),
  patient_price_cents: z.number().int(),
  currency: z.string(),
});
/** The highest number of prices in the price history of a provider. The newest prices are shown. */
export const PRICES_SHOWN = 200;

export const providerProcedures = {
  adminListProviders: admin(
    'admin_list_providers',
    'List providers whose names begin with a text. Accents do not matter',
  )
    .input(z.object({ search: words(200).nullish(), limit: z.number().int().min(1).max(100).default(50) }).optional())
    .output(z.array(Provider)),
  adminGetProvider: admin('admin_get_provider', 'Return a provider with the prices of their offers, newest first')
    .input(z.object({ provider_id: Id }))
    .output(z.object({ provider: Provider, prices: z.array(ProviderPrice).max(PRICES_SHOWN) })),
  adminSaveProvider: admin('admin_save_provider', 'Add a provider, or change one')
    .errors({ CHANGED_SINCE: adminAppointmentRefusals.CHANGED_SINCE })
    .input(
      z.object({
        provider_id: Id.nullish(),
        /** The version of the provider that was edited. Required with `provider_id`. */
        version: RowVersion.nullish(),
        name: text(200).refine(isStorable),
        address: words(400).default(''),
        phone: words(40).default(''),
        registration: words(120).default(''),
        // If `seller` or `insurance` is absent, its stored value does not change.
        seller: words(200).optional(),
        insurance: words(200).optional(),
        is_active: z.boolean().default(true),
      }),
    )
    .output(Provider),
  adminCheckProviderTime: admin(
    'admin_check_provider_time',
    'List other appointments of the provider within an hour of this time',
  )
    .errors({
      TIME_DOES_NOT_EXIST: adminAppointmentRefusals.TIME_DOES_NOT_EXIST,
      TIME_IS_AMBIGUOUS: adminAppointmentRefusals.TIME_IS_AMBIGUOUS,
    })
    .input(
      OfferInput.pick({ provider_name: true, provider_id: true, scheduled_at: true, timezone: true }).extend({
        appointment_id: Id.nullish(),
      }),
    )
    .output(
      z.object({
        scheduled_at: Instant,
        with: z.array(z.object({ appointment_id: Id, number: z.string(), scheduled_at: Instant })),
      }),
    ),
};
