import type { Context } from '#server/platform/context.ts';
import { type Tx, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { update } from './appointments.queries.ts';
import { assertCountries } from './countries.ts';
import { tellChange } from './history.ts';

const HOUR_MS = 3_600_000;

export interface Countries {
  readonly country_current: string;
  readonly country_target: string;
}

/**
 * Finds the newest request of the last hour that names no country for the treatment. Sets the countries of this
 * request, and returns its id. If there is no such request, stores the countries for the patient's next request, and
 * returns null.
 */
export const setLatestCountries = (ctx: Context, patient: SignedIn, countries: Countries): Promise<string | null> =>
  withUser(ctx.db, patient.userId, async (tx) => {
    assertCountries({ ...countries });
    const now = ctx.clock.now();
    const newest = await tx
      .selectFrom('appointments')
      .select(['id', 'patient_id'])
      .where('patient_id', '=', patient.userId)
      .where('created_at', '>', new Date(now.getTime() - HOUR_MS))
      .where('country_target', 'is', null)
      .orderBy('created_at', 'desc')
      .limit(1)
      .forUpdate()
      .executeTakeFirst();
    if (!newest) {
      await keep(tx, patient.userId, countries, now);
      return null;
    }
    await update(tx, newest.id, { ...countries, updated_at: now });
    await tellChange(ctx, tx, newest);
    return newest.id;
  });

const keep = (tx: Tx, userId: string, countries: Countries, given_at: Date): Promise<unknown> =>
  tx
    .insertInto('appointment_countries')
    .values({ user_id: userId, ...countries, given_at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...countries, given_at }))
    .execute();

/**
 * Deletes the countries that were stored for the next request. Returns these countries if they are less than an hour
 * old, otherwise null.
 */
export async function takeGivenCountries(ctx: Context, tx: Tx, userId: string): Promise<Countries | null> {
  const given = await tx
    .deleteFrom('appointment_countries')
    .where('user_id', '=', userId)
    .returning(['country_current', 'country_target', 'given_at'])
    .executeTakeFirst();
  const isFresh = given && given.given_at.getTime() > ctx.clock.now().getTime() - HOUR_MS;
  return isFresh ? given : null;
}
