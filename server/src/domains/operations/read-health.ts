import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import { type EventKind, kindOfEvent } from '#server/platform/outbox/retry-events.ts';
import { measureInbox } from '#server/platform/payments/measure-inbox.ts';
import { lastBackup } from '#server/platform/storage/last-backup.ts';

interface Backlog {
  readonly waiting: number;
  readonly failing: number;
  readonly oldest_waiting_at: Date | null;
}

/**
 * Returns the state of queues, pending events, email, payment notices, photos, refusals and the audit log. It helps an
 * administrator to find out why an expected effect is missing.
 */
export async function readHealth(ctx: Context) {
  const [events, mail, mails, queues, webhooks, storage, refusals, audit] = await Promise.all([
    backlog(ctx, 'events'),
    backlog(ctx, 'mail'),
    lastMails(ctx),
    ctx.jobs.measure(),
    measureInbox(ctx.db, ctx.clock.now()),
    readStorage(ctx),
    readRefusals(ctx),
    readAuditState(ctx),
  ]);
  return {
    jobs: queues.map(({ last_done_at, ...queue }) => ({ ...queue, last_done_at: iso(last_done_at) })),
    events,
    mail: { ...mail, carrier: ctx.config.smtpUrl ? ('smtp' as const) : ('mailbox' as const), ...mails },
    webhooks: {
      ...webhooks,
      provider: ctx.payments.provider,
      oldest_waiting_at: iso(webhooks.oldest_waiting_at),
      last_received_at: iso(webhooks.last_received_at),
    },
    storage,
    refusals,
    audit,
  };
}

const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null;

async function readStorage({ photos, config }: Context) {
  const [state, backup] = await Promise.all([photos.measure(), lastBackup(config.dataDir)]);
  return { ...state, kind: config.storage.kind, last_backup_at: iso(backup) };
}

/**
 * Counts the refusals of the last 24 hours. `stood_out` counts the alarms about accounts and addresses with too many
 * refusals. The audit log has an entry for each alarm.
 */
async function readRefusals({ db, clock }: Context) {
  const day = new Date(clock.now().getTime() - 86_400_000);
  const { rows } = await sql<{ refusals: number; stood_out: number; decoys: number; last_at: Date | null }>`
    select coalesce(sum(refusals), 0)::int as refusals, count(alarmed_at)::int as stood_out, coalesce(sum(decoys), 0)::int as decoys,
      max(alarmed_at) as last_at
    from refusal_counts where hour >= date_trunc('hour', ${day}::timestamptz)`.execute(db);
  const { last_at, ...counts } = rows[0] as (typeof rows)[number];
  return { ...counts, last_alarm_at: iso(last_at) };
}

/**
 * Compares the end of the audit log with the newest signed head (the signed hash of the entry that was last at that
 * time). The whole log is checked by a nightly job and when an administrator presses the button on the page of the
 * audit log.
 */
async function readAuditState({ audit }: Context) {
  const { entries, brokenAt, forgedHeads, signed } = await audit.checkEnd();
  return {
    entries,
    broken_at: brokenAt,
    forged_heads: forgedHeads,
    signed: signed && { entry: signed.id, at: signed.at.toISOString() },
  };
}

/** Counts the events that are not processed yet, and those among them that have failed before. */
async function backlog({ db }: Context, kind: EventKind) {
  const { rows } = await sql<Backlog>`
    select count(*) as waiting, count(*) filter (where attempts > 0) as failing, min(at) as oldest_waiting_at
    from outbox o where processed_at is null and ${kindOfEvent} = ${kind}`.execute(db);
  const { waiting, failing, oldest_waiting_at } = rows[0] as Backlog;
  return { waiting, failing, oldest_waiting_at: iso(oldest_waiting_at) };
}

/** Returns the state of email. The last error contains only the class and code of the failure, and no address. */
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
