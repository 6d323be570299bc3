import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';

interface Backlog {
  readonly waiting: number;
  readonly failing: number;
  readonly oldest_waiting_at: Date | null;
}

/** Queues, events on their way, and mail: what an administrator looks at when something does not happen. */
export async function readHealth(ctx: Context) {
  const all = await backlog(ctx, false);
  const mail = await backlog(ctx, true);
  const queues = await ctx.jobs.measure();
  return {
    jobs: queues.map(({ last_done_at, ...queue }) => ({ ...queue, last_done_at: last_done_at?.toISOString() ?? null })),
    events: show(all),
    mail: {
      ...show(mail),
      carrier: ctx.config.smtpUrl ? ('smtp' as const) : ('mailbox' as const),
      ...(await lastMails(ctx)),
    },
  };
}

const show = ({ waiting, failing, oldest_waiting_at }: Backlog) => ({
  waiting,
  failing,
  oldest_waiting_at: oldest_waiting_at?.toISOString() ?? null,
});

/** Failing: tried, and not handled. */
async function backlog({ db }: Context, onlyMail: boolean): Promise<Backlog> {
  const rows = await db
    .selectFrom('outbox')
    .select([
      sql<number>`count(*)::int`.as('waiting'),
      sql<number>`(count(*) filter (where attempts > 0))::int`.as('failing'),
      sql<Date | null>`min(at)`.as('oldest_waiting_at'),
    ])
    .where('processed_at', 'is', null)
    .where('topic', onlyMail ? '=' : '<>', 'mail.requested')
    .executeTakeFirstOrThrow();
  return rows;
}

/** The error is the class and the code of what failed: no address is in it. */
const lastMails = ({ db }: Context) =>
  db
    .selectFrom('outbox')
    .select([
      sql<number>`(count(*) filter (where processed_at > now() - interval '24 hours'))::int`.as('sent_24_hours'),
      sql<
        string | null
      >`(array_agg(last_error order by id desc) filter (where processed_at is null and last_error is not null))[1]`.as(
        'last_error',
      ),
    ])
    .where('topic', '=', 'mail.requested')
    .executeTakeFirstOrThrow();
