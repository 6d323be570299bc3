import { missingOnQuote } from '#contract/quote.ts';
import { findVatPermille } from '#server/domains/billing/index.ts';
import { findService } from '#server/domains/bookings/index.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { vatOfAct } from '../vat-of-act.ts';

type Service = NonNullable<Awaited<ReturnType<typeof findService>>>;

/**
 * Returns a clinic's service that patients can book themselves, with one site of the clinic. The result includes the
 * details of the site that the quote names.
 */
export async function findDirect(tx: Tx, serviceId: string, siteId: string) {
  const service = await findService(tx, serviceId);
  const site = service?.is_direct ? await findSite(tx, service.clinic_id, siteId) : undefined;
  if (!service || !site) throw new Refusal('NOT_FOUND');
  return { service, site };
}

const findSite = (tx: Tx, clinicId: string, siteId: string) =>
  tx
    .selectFrom('clinic_sites as s')
    .leftJoin('providers as p', 'p.id', 's.provider_id')
    .select(['s.id', 's.name', 's.address', 's.phone', 's.country', 's.timezone', 's.provider_id'])
    .select(['p.name as provider_name', 'p.registration', 'p.insurance', 'p.seller'])
    .where('s.id', '=', siteId)
    .where('s.clinic_id', '=', clinicId)
    .where('s.is_active', '=', true)
    .executeTakeFirst();
type Site = NonNullable<Awaited<ReturnType<typeof findSite>>>;

/**
 * Returns the terms that an offer copies from the service and its site. A later change of the service does not change
 * the terms of the offer.
 */
export async function termsOf(tx: Tx, service: Service, site: Site, products: string) {
  if (service.price_cents === null) throw new Refusal('NOT_FOUND');
  const provider_name = site.provider_name ?? site.name;
  return {
    provider_id: site.provider_id,
    provider_name,
    provider_address: site.address,
    provider_phone: site.phone,
    provider_registration: site.registration ?? '',
    provider_insurance: site.insurance ?? '',
    provider_seller: (site.seller ?? '') || provider_name,
    vat_permille: vatOfAct(service.treatment, await findVatPermille(tx)),
    patient_price_cents: service.price_cents,
    currency: service.currency,
    deposit_cents: service.deposit_cents,
    free_until_hours: service.free_until_hours,
    is_video: service.is_video,
    products,
  };
}

/**
 * Checks that the quote is complete. Nobody could complete this quote later, because the patient books without the
 * team.
 *
 * @throws Refusal QUOTE_INCOMPLETE
 */
export function assertComplete(
  act: string,
  terms: Awaited<ReturnType<typeof termsOf>>,
  times: { created_at: Date; scheduled_at: Date },
): void {
  const { provider_registration: registration, provider_insurance: insurance, products, vat_permille } = terms;
  const missing = missingOnQuote({
    act,
    registration,
    insurance,
    products,
    vat_permille,
    ...times,
    reflection_days: 0,
  });
  if (missing.length > 0) throw new Refusal('QUOTE_INCOMPLETE', { missing });
}
