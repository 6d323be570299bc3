import { randomUUIDv7 } from 'node:crypto';
import type { RoomKind } from '#contract/clinics.ts';
import { assertZone, UnknownZone } from '#server/platform/calendar/wall-clock.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { invalidInput, Refusal } from '#server/platform/refusal.ts';
import { requireVersion } from '#server/platform/require-version.ts';
import { showRoom, showSite, versionOfClinic } from './show-clinics.ts';

interface Saved {
  readonly id: string;
}

export interface ClinicInput {
  readonly clinic_id?: string | null | undefined;
  /** The version that the caller loaded. */
  readonly version?: string | null | undefined;
  readonly name: string;
  readonly is_active: boolean;
}

/** Saves a clinic. @throws Refusal NOT_FOUND, CHANGED_SINCE if a colleague has changed the clinic since */
export const saveClinic = (
  ctx: Context,
  { userId }: SignedIn,
  { clinic_id, version, ...row }: ClinicInput,
): Promise<Saved> =>
  withStaff(ctx.db, userId, async (tx) => {
    if (!clinic_id)
      return tx
        .insertInto('clinics')
        .values({ id: randomUUIDv7(), ...row, created_at: ctx.clock.now() })
        .returning('id')
        .executeTakeFirstOrThrow();
    const before = found(
      await tx
        .selectFrom('clinics')
        .select(['name', 'is_active'])
        .where('id', '=', clinic_id)
        .forUpdate()
        .executeTakeFirst(),
    );
    const wanted = versionOfClinic({ ...before, ...row });
    requireVersion({ stored: versionOfClinic(before), loaded: version, wanted });
    await tx.updateTable('clinics').set(row).where('id', '=', clinic_id).execute();
    return { id: clinic_id };
  });

export interface SiteInput {
  readonly site_id?: string | null | undefined;
  /** The version that the caller loaded. */
  readonly version?: string | null | undefined;
  readonly clinic_id: string;
  readonly name: string;
  readonly address: string;
  readonly phone: string;
  readonly country: string;
  readonly timezone: string;
  readonly is_active: boolean;
}

/**
 * Saves a place of a clinic. The save also confirms the country and the time zone of the place.
 *
 * @throws Refusal NOT_FOUND, CHANGED_SINCE if a colleague has changed the place since
 */
export const saveSite = (ctx: Context, { userId }: SignedIn, { site_id, version, clinic_id, ...input }: SiteInput) =>
  withStaff(ctx.db, userId, async (tx): Promise<Saved> => {
    const row = { ...input, timezone: knownZone(input.timezone), checked_at: ctx.clock.now() };
    await getClinicId(tx, clinic_id);
    try {
      if (!site_id)
        return await tx
          .insertInto('clinic_sites')
          .values({ id: randomUUIDv7(), clinic_id, ...row, created_at: ctx.clock.now() })
          .returning('id')
          .executeTakeFirstOrThrow();
      const before = found(
        await tx
          .selectFrom('clinic_sites')
          .selectAll()
          .where('id', '=', site_id)
          .where('clinic_id', '=', clinic_id)
          .forUpdate()
          .executeTakeFirst(),
      );
      const wanted = showSite({ ...before, ...row }).version;
      requireVersion({ stored: showSite(before).version, loaded: version, wanted });
      await tx.updateTable('clinic_sites').set(row).where('id', '=', site_id).execute();
      return { id: site_id };
    } catch (error) {
      // A trigger copies the name and address of the place to its entry in the provider list. The database refuses the
      // change if another entry already has this name and address.
      if ((error as { code?: string }).code === '23505') throw invalidInput({ name: ['taken'] });
      throw error;
    }
  });

export interface RoomInput {
  readonly room_id?: string | null | undefined;
  /** The version that the caller loaded. */
  readonly version?: string | null | undefined;
  readonly site_id: string;
  readonly name: string;
  readonly kind: RoomKind;
  readonly is_active: boolean;
}

/** Saves a room or a device of a place. @throws Refusal NOT_FOUND, CHANGED_SINCE if a colleague has changed it since */
export const saveRoom = (ctx: Context, { userId }: SignedIn, { room_id, version, site_id, ...row }: RoomInput) =>
  withStaff(ctx.db, userId, async (tx): Promise<Saved> => {
    found(await tx.selectFrom('clinic_sites').select('id').where('id', '=', site_id).executeTakeFirst());
    if (!room_id)
      return tx
        .insertInto('clinic_rooms')
        .values({ id: randomUUIDv7(), site_id, ...row })
        .returning('id')
        .executeTakeFirstOrThrow();
    const before = found(
      await tx
        .selectFrom('clinic_rooms')
        .select(['id', 'name', 'kind', 'is_active'])
        .where('id', '=', room_id)
        .where('site_id', '=', site_id)
        .forUpdate()
        .executeTakeFirst(),
    );
    const wanted = showRoom({ ...before, ...row }).version;
    requireVersion({ stored: showRoom(before).version, loaded: version, wanted });
    await tx.updateTable('clinic_rooms').set(row).where('id', '=', room_id).execute();
    return { id: room_id };
  });

/** Returns the id if the clinic exists. @throws NOT_FOUND */
export const getClinicId = async (tx: Tx, id: string): Promise<string> =>
  found(await tx.selectFrom('clinics').select('id').where('id', '=', id).executeTakeFirst()).id;

/** Returns the time zone. Refuses a name that is not in the IANA database of time zones. */
function knownZone(zone: string): string {
  try {
    assertZone(zone);
    return zone;
  } catch (error) {
    if (error instanceof UnknownZone) throw invalidInput({ timezone: ['unknown'] });
    throw error;
  }
}

function found<Row>(row: Row | undefined): Row {
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}
