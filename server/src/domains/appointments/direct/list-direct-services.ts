import { sql } from 'kysely';
import { type DirectService, DirectLimits } from '#contract/direct-appointments.ts';
import type { Language, ReadingLanguage } from '#contract/languages.ts';
import { missingOnQuote } from '#contract/quote.ts';
import { listSignedPlans, type SignedPlan } from '#server/domains/simulation/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { siteLanguage } from '#server/platform/site-language.ts';
import { planFor, productsWithout } from './plan-of-act.ts';

/**
 * Lists services that the caller can book now: a practitioner carries them out, and the quote would be complete.
 * Services of the caller's signed plans come first. The system role reads the list of providers, because patients may
 * not read it. The result shows only at which sites the quote would be complete, and nothing else from that list.
 */
export async function listDirectServices(
  ctx: Context,
  caller: SignedIn,
  language: ReadingLanguage = caller.language,
): Promise<DirectService[]> {
  const { userId } = caller;
  const now = ctx.clock.now();
  const plans = await withUser(ctx.db, userId, (tx) => listSignedPlans(tx, userId, now));
  const offered = await withSystem(ctx.system, listOffered);
  const shown = offered.flatMap((service) => showService(service, plans, siteLanguage(language)) ?? []);
  return [...shown.filter(({ plan }) => plan), ...shown.filter(({ plan }) => !plan)];
}

type Offered = Awaited<ReturnType<typeof listOffered>>[number];

async function listOffered(tx: Tx) {
  const services = await tx
    .selectFrom('clinic_services as s')
    .innerJoin('clinics as c', 'c.id', 's.clinic_id')
    .selectAll('s')
    .select('c.name as clinic_name')
    .where('s.is_active', '=', true)
    .where('s.is_direct', '=', true)
    .where('s.price_cents', 'is not', null)
    .where('c.is_active', '=', true)
    .orderBy('c.name')
    .orderBy('s.name_en')
    .orderBy('s.id')
    .limit(DirectLimits.services)
    .execute();
  if (services.length === 0) return [];
  const clinics = [...new Set(services.map(({ clinic_id }) => clinic_id))];
  const places = Map.groupBy(await listPlaces(tx, clinics), ({ clinic_id }) => clinic_id);
  const able = Map.groupBy(
    await listAble(
      tx,
      services.map(({ id }) => id),
    ),
    ({ service_id }) => service_id,
  );
  return services.map((service) => ({
    ...service,
    places: places.get(service.clinic_id) ?? [],
    practitioners: (able.get(service.id) ?? []).map(({ id, name }) => ({ id, name })),
  }));
}

const listPlaces = (tx: Tx, clinicIds: readonly string[]) =>
  tx
    .selectFrom('clinic_sites as s')
    .innerJoin('providers as p', 'p.id', 's.provider_id')
    .select(['s.id', 's.clinic_id', 's.name', 's.address', 's.timezone', 'p.registration', 'p.insurance'])
    .where('s.clinic_id', 'in', [...clinicIds])
    .where('s.is_active', '=', true)
    .orderBy('s.name')
    .orderBy('s.id')
    .execute();

const listAble = async (tx: Tx, serviceIds: readonly string[]) => {
  const { rows } = await sql<{ service_id: string; id: string; name: string }>`
    select asked.id as service_id, people.id, people.name
    from unnest(${serviceIds}::uuid[]) as asked (id)
    cross join lateral who_carries_out(asked.id) as able
    join people on people.id = able
    order by people.name, people.id`.execute(tx);
  return rows;
};

/** Returns a clinic's service as patients see it, or null if patients cannot book it. */
function showService(
  { price_cents, places, practitioners, ...service }: Offered,
  plans: readonly SignedPlan[],
  language: Language,
): DirectService | null {
  if (price_cents === null || practitioners.length === 0) return null;
  const plan = planFor(plans, service.treatment, language);
  const sites = places.filter((place) =>
    isComplete(service.treatment, place, plan?.products ?? productsWithout(service, language)),
  );
  if (sites.length === 0) return null;
  return {
    id: service.id,
    clinic_name: service.clinic_name,
    name: language === 'fr' ? service.name_fr : service.name_en,
    treatment: service.treatment,
    minutes: service.minutes,
    price_cents,
    deposit_cents: service.deposit_cents,
    currency: service.currency,
    is_video: service.is_video,
    free_until_hours: service.free_until_hours,
    days_ahead: service.days_ahead,
    sites: sites.map(({ id, name, address, timezone }) => ({ id, name, address, timezone })),
    practitioners,
    plan: plan
      ? {
          case_id: plan.case_id,
          signed_at: plan.signed_at.toISOString(),
          products: plan.products,
          practitioner_id: practitioners.find(({ id }) => id === plan.practitioner_id)?.id ?? null,
          not_before: plan.not_before,
          valid_until: plan.valid_until.toISOString(),
        }
      : null,
  };
}

const isComplete = (
  act: string,
  { registration, insurance }: Pick<Offered['places'][number], 'registration' | 'insurance'>,
  products: string,
): boolean => {
  const terms = { act, registration, insurance, products, vat_permille: 0, reflection_days: 0 };
  return missingOnQuote({ ...terms, created_at: new Date(0), scheduled_at: null }).length === 0;
};
