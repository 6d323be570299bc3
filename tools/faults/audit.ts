import { sql } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { atLeast, type Check, equals, noted } from './check.ts';
import type { Ledger } from './load.ts';
import type { Stand } from './stand.ts';

const PATIENCE_MS = 90_000;

/**
 * Makes delayed retries due at once. Waits until all events are delivered and all exports are built, but not longer
 * than `PATIENCE_MS`.
 */
export async function settle({ context }: Stand): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(100)) {
    const { open, jobs } = await withSystem(context.system, async (tx) => {
      await sql`update outbox set next_attempt_at = now() where processed_at is null and next_attempt_at between now() and now() + interval '1 day'`.execute(
        tx,
      );
      await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(tx);
      // If the process of a job was killed, the queue repeats the job only after the job's timeout. This statement
      // moves the start of each running job into the past, so that the timeout is over.
      await sql`update pgboss.job set started_on = started_on - interval '1 hour' where state = 'active' and started_on > now() - interval '30 minutes' and started_on < now() - interval '5 seconds'`.execute(
        tx,
      );
      return {
        open: await count(tx, `outbox where processed_at is null and next_attempt_at < 'infinity'`),
        jobs: await count(
          tx,
          `pgboss.job where state in ('created', 'retry', 'active') and name = 'privacy.buildExport'`,
        ),
      };
    });
    if (open + jobs === 0) return;
  }
}

const count = async (tx: Tx, what: string): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.raw(what)}`.execute(tx)).rows[0]?.n ?? 0;

/**
 * Compares what the service confirmed with what is stored. No confirmed change may be lost, and no change may be stored
 * in part.
 */
export async function audit(stand: Stand, ledger: Ledger): Promise<Check[]> {
  const { context } = stand;
  const { appointments, people } = ledger;
  const theirs = `patient_id in (${people.map(({ userId }) => `'${userId}'`).join()})`;
  const found = await withSystem(context.system, async (tx) => ({
    rows: await count(tx, `appointments where ${theirs}`),
    whole: await count(
      tx,
      `appointments a where ${theirs} and exists (select from appointment_events e where e.appointment_id = a.id)`,
    ),
    ids: new Set((await tx.selectFrom('appointments').select('id').execute()).map(({ id }) => id)),
    mails: await tx.selectFrom('mailbox').select(['to', 'subject', 'text']).execute(),
    exports: await count(tx, `exports where ready_at is null`),
    open: await count(tx, 'outbox where processed_at is null'),
    failed: await count(tx, `pgboss.job where state = 'failed'`),
  }));
  const mails = appointments.map(({ number }) => mailsAbout(found.mails, number));
  return [
    noted('acknowledged appointments, photos', `${appointments.length}, ${ledger.photos.length}`),
    equals(
      'acknowledged appointments that are not there',
      appointments.filter(({ id }) => !found.ids.has(id)).length,
      0,
    ),
    equals('appointments that exist twice or were never answered', found.rows - appointments.length, 0),
    equals('appointments without their history', found.rows - found.whole, 0),
    equals('acknowledged appointments without their mail', mails.filter((n) => n === 0).length, 0),
    noted('mails delivered twice (killed between sending and noting it)', mails.filter((n) => n > 1).length),
    ...(await auditPhotos(stand, ledger)),
    equals('events not delivered', found.open, 0),
    equals('jobs lost or given up', found.failed + found.exports, 0),
    equals('answers 500', ledger.statuses.get(500) ?? 0, 0),
    equals('answers 503 that do not say when to come again', ledger.silent, 0),
    atLeast('answers 200', ledger.statuses.get(200) ?? 0, 1),
    noted('answers 503, broken connections', `${ledger.statuses.get(503) ?? 0}, ${ledger.statuses.get(0) ?? 0}`),
  ];
}

const mailsAbout = (mails: readonly { subject: string; text: string }[], number: string): number =>
  mails.filter(({ subject, text }) => new RegExp(`${number}\\b`).test(`${subject} ${text}`)).length;

async function auditPhotos({ context }: Stand, { photos }: Ledger): Promise<Check[]> {
  let lost = 0;
  for (const { lead_id, browser } of photos) {
    const { json } = await browser.post('/rpc/get_lead', { lead_id });
    const url: string | undefined = json?.photos?.[0]?.url;
    if (!url || (await browser.get(url)).status !== 200) lost++;
  }
  const rows = await withSystem(context.system, (tx) =>
    tx.selectFrom('photo_objects').select('id').where('deleted_at', 'is', null).execute(),
  );
  const whole = await Promise.all(
    rows.map(({ id }) => context.photos.read(context.system, id).then(Boolean, () => false)),
  );
  return [
    equals('acknowledged photos that cannot be seen', lost, 0),
    equals('rows of photos without their object', whole.filter((isWhole) => !isWhole).length, 0),
  ];
}
