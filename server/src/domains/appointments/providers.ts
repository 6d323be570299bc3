import { AppointmentLimits } from '#contract/appointments.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { invalidInput, Refusal } from '#server/platform/refusal.ts';
import { requireVersion } from '#server/platform/require-version.ts';
import { readOfferTime } from './offer-time.ts';
import { versionOf } from './row-version.ts';
import {
  findProvider,
  findProviderByName,
  insertProvider,
  listConflicts,
  listPrices,
  listProviders as list,
  lockProvider,
  type ProviderDetails,
  type ProviderWithPrices,
  updateProvider,
} from './providers.queries.ts';

export const listProviders = (ctx: Context, { userId }: SignedIn, search: string, limit: number) =>
  withStaff(ctx.db, userId, async (tx) => (await list(tx, search, limit)).map(showProvider));

/** Returns a provider with the agreed prices and the prices for patients. */
export const getProvider = (ctx: Context, { userId }: SignedIn, id: string) =>
  withStaff(ctx.db, userId, async (tx) => {
    const provider = await getShown(tx, id);
    const prices = (await listPrices(tx, id)).map(({ created_at, ...price }) => ({
      ...price,
      at: created_at.toISOString(),
    }));
    return { provider, prices };
  });

interface ProviderInput extends ProviderDetails {
  readonly provider_id?: string | null | undefined;
  /** The version that the caller loaded. */
  readonly version?: string | null | undefined;
  readonly is_active: boolean;
}

/** Adds or changes a provider. @throws Refusal NOT_FOUND, CHANGED_SINCE if a colleague has changed the provider since */
export const saveProvider = (ctx: Context, { userId }: SignedIn, { provider_id, version, ...details }: ProviderInput) =>
  withStaff(ctx.db, userId, async (tx) => {
    try {
      const before = provider_id ? await lockProvider(tx, provider_id) : undefined;
      if (provider_id && !before) throw new Refusal('NOT_FOUND');
      if (before) {
        const wanted = versionOfProvider({ ...before, ...details });
        requireVersion({ stored: versionOfProvider(before), loaded: version, wanted });
      }
      if (provider_id) await updateProvider(tx, provider_id, details);
      const id = provider_id ?? (await insertProvider(tx, details, ctx.clock.now()));
      return await getShown(tx, id);
    } catch (error) {
      if ((error as { code?: string }).code === '23505') throw invalidInput({ name: ['taken'] });
      throw error;
    }
  });

export interface TimeCheck {
  readonly provider_id?: string | null | undefined;
  readonly provider_name: string;
  readonly scheduled_at: string;
  readonly timezone: string;
  readonly appointment_id?: string | null | undefined;
}

/** Returns the instant of a typed time, and the provider's other appointments within an hour of it. */
export const checkProviderTime = (ctx: Context, { userId }: SignedIn, check: TimeCheck) =>
  withStaff(ctx.db, userId, async (tx) => {
    const at = readOfferTime(check.scheduled_at, check.timezone);
    const id = check.provider_id ?? (await findProviderByName(tx, check.provider_name));
    const found = id ? await conflictsOf(tx, id, at, check.appointment_id ?? null) : [];
    return { scheduled_at: at.toISOString(), with: found };
  });

export async function conflictsOf(tx: Tx, providerId: string, at: Date, exceptAppointment: string | null) {
  const rows = await listConflicts(tx, providerId, at, AppointmentLimits.event_minutes, exceptAppointment);
  return rows.map(({ id, number, scheduled_at }) => ({
    appointment_id: id,
    number,
    scheduled_at: scheduled_at.toISOString(),
  }));
}

async function getShown(tx: Tx, id: string) {
  const provider = await findProvider(tx, id);
  if (!provider) throw new Refusal('NOT_FOUND');
  return showProvider(provider);
}

type Editable = Pick<
  ProviderWithPrices,
  'name' | 'address' | 'phone' | 'registration' | 'seller' | 'insurance' | 'is_active'
>;

const versionOfProvider = (row: Editable): string =>
  versionOf(row.name, row.address, row.phone, row.registration, row.seller, row.insurance, Number(row.is_active));

const showProvider = ({
  created_at: _internal,
  offers,
  last_price_cents,
  last_currency,
  ...row
}: ProviderWithPrices) => ({
  ...row,
  offers: offers ?? 0,
  version: versionOfProvider(row),
  last_price_cents: last_price_cents ?? null,
  last_currency: last_currency ?? null,
});
