import type { DirectService } from '#contract/direct-appointments.ts';

/** A patient who does not mind who it is. */
export const ANYBODY = 'any';

export interface Choice {
  readonly service: DirectService;
  readonly site: DirectService['sites'][number];
  /** A practitioner, or anybody. */
  readonly who: string;
  /** The time, once it is chosen. */
  readonly time: { readonly starts_at: string; readonly practitioner: DirectService['practitioners'][number] } | null;
}

/**
 * What the address says has been chosen: ids and a moment, no names. Undefined: no service of the list. What the service does not offer, or lies in the
 * past, counts as not chosen. Without a choice it is the first place, and the doctor who signed the plan, otherwise anybody.
 */
export function choiceOf(
  services: readonly DirectService[],
  params: Pick<URLSearchParams, 'get'>,
  now: number,
): Choice | undefined {
  const service = services.find(({ id }) => id === params.get('service'));
  const site = service?.sites.find(({ id }) => id === params.get('site')) ?? service?.sites[0];
  if (!service || !site) return undefined;
  const practitionerOf = (id: string | null) => service.practitioners.find((one) => one.id === id);
  const asked = params.get('with');
  const who =
    asked === ANYBODY ? ANYBODY : (practitionerOf(asked)?.id ?? practitionerOf(planDoctor(service))?.id ?? ANYBODY);
  const practitioner = practitionerOf(params.get('by'));
  const starts_at = momentOf(params.get('at'));
  const isAhead = starts_at !== null && Date.parse(starts_at) > now;
  return { service, site, who, time: practitioner && isAhead ? { starts_at, practitioner } : null };
}

/** Who signed the plan of a service, where that doctor carries it out. */
export const planDoctor = ({ plan }: Pick<DirectService, 'plan'>): string | null => plan?.practitioner_id ?? null;

function momentOf(text: string | null): string | null {
  if (text === null || !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) || Number.isNaN(Date.parse(text))) return null;
  return text;
}

/** Services with a signed plan first, both in the order of the list. */
export function byPlan(services: readonly DirectService[]): { planned: DirectService[]; others: DirectService[] } {
  return { planned: services.filter(({ plan }) => plan), others: services.filter(({ plan }) => !plan) };
}

/** What is paid online, and what at the clinic. */
export const dueOf = ({ price_cents, deposit_cents }: Pick<DirectService, 'price_cents' | 'deposit_cents'>) => ({
  now_cents: deposit_cents ?? price_cents,
  rest_cents: price_cents - (deposit_cents ?? price_cents),
});
