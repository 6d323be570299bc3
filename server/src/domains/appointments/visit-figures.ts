import { sql } from 'kysely';
import { FIGURE_MONTHS, type MonthOfVisits, visitFigures as contract } from '#contract/visit-figures.ts';
import { namesOf } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';

type Row = MonthOfVisits & { readonly practitioner_id: string };

/**
 * Returns the figures of the last `FIGURE_MONTHS` months, the newest month first. The query covers one extra day at
 * each end, because a month begins and ends in the time zone of the site.
 */
async function listMonths(ctx: Context, tx: Tx, practitionerId: string | null): Promise<Row[]> {
  const now = Temporal.Instant.fromEpochMilliseconds(ctx.clock.now().getTime()).toZonedDateTimeISO('UTC');
  const oldest = now
    .toPlainDate()
    .with({ day: 1 })
    .subtract({ months: FIGURE_MONTHS - 1 });
  const since = oldest.subtract({ days: 1 }).toString();
  const until = new Date(ctx.clock.now().getTime() + 86_400_000);
  const { rows } = await sql<Row>`
    select * from visit_figures(${practitionerId}::uuid, ${since}::timestamptz, ${until}) order by month desc`.execute(
    tx,
  );
  const first = oldest.toString().slice(0, 7);
  return rows.filter(({ month }) => month >= first);
}

const withoutId = ({ practitioner_id: _id, ...month }: Row): MonthOfVisits => month;

/** Returns the figures of the caller's own visits. */
export const getMyVisitFigures = (ctx: Context, { userId }: SignedIn) =>
  withStaff(ctx.db, userId, async (tx) => ({ months: (await listMonths(ctx, tx, userId)).map(withoutId) }));

/** Returns the figures of every practitioner, sorted by name. */
export const getVisitFigures = (ctx: Context, { userId }: SignedIn) =>
  withStaff(ctx.db, userId, async (tx) => {
    const byPerson = Map.groupBy(await listMonths(ctx, tx, null), (row) => row.practitioner_id);
    const names = await namesOf(tx, [...byPerson.keys()]);
    const practitioners = [...byPerson].map(([id, rows]) => ({
      id,
      name: names.get(id) ?? '',
      months: rows.map(withoutId),
    }));
    return { practitioners: practitioners.sort((one, other) => one.name.localeCompare(other.name)) };
  });

export function visitFiguresRouter(ctx: Context) {
  const os = implementContract(contract);
  return os.router({
    getMyVisitFigures: os.getMyVisitFigures.handler(({ context }) => getMyVisitFigures(ctx, context.caller)),
    adminGetVisitFigures: os.adminGetVisitFigures.handler(({ context }) => getVisitFigures(ctx, context.caller)),
  });
}
