import { randomUUIDv7 } from 'node:crypto';
import type { ServiceFields } from '#contract/clinics.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { invalidInput, Refusal } from '#server/platform/refusal.ts';
import { requireVersion } from '#server/platform/require-version.ts';
import { getClinicId } from './save-clinic.ts';
import { listServices, versionOfService } from './show-clinics.ts';

export type ServiceInput = ServiceFields & {
  clinic_id: string;
  service_id?: string | null | undefined;
  /** The version that the caller loaded. */
  version?: string | null | undefined;
};

/**
 * Saves a service of a clinic.
 *
 * @throws Refusal NOT_FOUND, INVALID_INPUT, CHANGED_SINCE if a colleague has changed the service since
 */
export const saveService = (ctx: Context, { userId }: SignedIn, input: ServiceInput): Promise<{ id: string }> =>
  withStaff(ctx.db, userId, async (tx) => {
    const { service_id, version: _loaded, clinic_id, practitioner_ids, room_ids, ...row } = input;
    await getClinicId(tx, clinic_id);
    // The version is checked before the faults. If a practitioner has left since the form was loaded, the answer is
    // therefore CHANGED_SINCE, and not a fault in a row that the reloaded form no longer has.
    if (service_id) await requireUnchanged(tx, { ...input, service_id });
    const faults = { ...moneyFaults(input), ...(await strangers(tx, input)) };
    if (Object.keys(faults).length > 0) throw invalidInput(faults);
    const id = service_id ?? randomUUIDv7();
    if (service_id) await tx.updateTable('clinic_services').set(row).where('id', '=', id).execute();
    else {
      await tx
        .insertInto('clinic_services')
        .values({ id, clinic_id, ...row, created_at: ctx.clock.now() })
        .execute();
    }
    await tx.deleteFrom('service_practitioners').where('service_id', '=', id).execute();
    await tx.deleteFrom('service_rooms').where('service_id', '=', id).execute();
    const people = [...new Set(practitioner_ids)].map((user_id) => ({ service_id: id, user_id }));
    if (people.length > 0) await tx.insertInto('service_practitioners').values(people).execute();
    const rooms = [...new Set(room_ids)].map((room_id) => ({ service_id: id, room_id }));
    if (rooms.length > 0) await tx.insertInto('service_rooms').values(rooms).execute();
    return { id };
  });

/** Locks a service, and refuses the save if the service no longer has the version that the caller loaded. */
async function requireUnchanged(
  tx: Tx,
  { clinic_id, service_id, version: loaded, ...input }: ServiceInput & { service_id: string },
): Promise<void> {
  await tx.selectFrom('clinic_services').select('id').where('id', '=', service_id).forUpdate().execute();
  const before = (await listServices(tx, clinic_id)).find(({ id }) => id === service_id);
  if (!before) throw new Refusal('NOT_FOUND');
  const { version: stored, ...shown } = before;
  const lists = { practitioner_ids: sorted(input.practitioner_ids), room_ids: sorted(input.room_ids) };
  requireVersion({ stored, loaded, wanted: versionOfService({ ...shown, ...input, ...lists }) });
}

/** Returns the ids in the order in which services list them. */
const sorted = (ids: readonly string[]): string[] => [...new Set(ids)].sort();

type Faults = Record<string, string[]>;

/**
 * Checks the price of a service. A service that patients book themselves needs a price, a deposit must not exceed the
 * price, and a review visit is free of charge. Constraints of the table check these rules too. A deposit without a
 * price is refused only here.
 */
function moneyFaults({ price_cents, deposit_cents, is_direct, is_review }: ServiceInput): Faults {
  if (is_review && price_cents !== null) return { price_cents: ['review'] };
  if (price_cents === null) {
    if (deposit_cents !== null) return { deposit_cents: ['without_price'] };
    return is_direct ? { price_cents: ['needed'] } : {};
  }
  return deposit_cents !== null && deposit_cents > price_cents ? { deposit_cents: ['above_price'] } : {};
}

/** Returns a fault if a practitioner or a room belongs to another clinic, or if a service by video has rooms. */
async function strangers(tx: Tx, { clinic_id, practitioner_ids, room_ids, is_video }: ServiceInput): Promise<Faults> {
  if (is_video && room_ids.length > 0) return { room_ids: ['video'] };
  const members = await tx.selectFrom('clinic_members').select('user_id').where('clinic_id', '=', clinic_id).execute();
  const rooms = await tx
    .selectFrom('clinic_rooms as r')
    .innerJoin('clinic_sites as s', 's.id', 'r.site_id')
    .select('r.id')
    .where('s.clinic_id', '=', clinic_id)
    .execute();
  const knows = (known: readonly string[], asked: readonly string[]) => asked.every((id) => known.includes(id));
  return {
    ...(!knows(
      members.map(({ user_id }) => user_id),
      practitioner_ids,
    ) && { practitioner_ids: ['unknown'] }),
    ...(!knows(
      rooms.map(({ id }) => id),
      room_ids,
    ) && { room_ids: ['unknown'] }),
  };
}
