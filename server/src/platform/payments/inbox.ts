import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { type Tx, withSystem } from '../db/db.ts';
import { nameOf } from '../log/describe-error.ts';
import { applyNotice } from './apply-notice.ts';
import './events.ts';
import { NoticeRefused, PaymentNotice } from './notices.ts';
import './payments.table.ts';
import { whileAsking } from './while-asking.ts';

/** The parts of the service that the inbox needs. */
export type InboxParts = Pick<Context, 'db' | 'system' | 'clock' | 'outbox' | 'payments'>;

/**
 * Receives a webhook of the provider. It checks the webhook event, stores it once, and leaves its processing to the
 * outbox. It returns after storing, so the provider never gets a success for a lost webhook event.
 *
 * @throws NoticeRefused after counting the refusal
 */
export async function receiveNotice(parts: InboxParts, body: string, signature: string): Promise<void> {
  const now = parts.clock.now();
  const { id, at, said } = await checked(parts, body, signature, now);
  await withSystem(parts.system, async (tx) => {
    const stored = await tx
      .insertInto('payment_notices')
      .values({ id, kind: said.kind, notice: JSON.stringify(said), occurred_at: at, received_at: now })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst();
    if (!stored.numInsertedOrUpdatedRows) return;
    await parts.outbox.emit(tx, 'payments.noticeReceived', { notice_id: id }, { key: id });
  });
}

async function checked(parts: InboxParts, body: string, signature: string, now: Date): Promise<PaymentNotice> {
  try {
    return parts.payments.readNotice(body, signature, now);
  } catch (error) {
    if (error instanceof NoticeRefused) await countRefusal(parts, error.reason, now);
    throw error;
  }
}

const countRefusal = ({ db }: InboxParts, reason: NoticeRefused['reason'], now: Date) =>
  db
    .insertInto('payment_notice_refusals')
    .values({ day: now.toISOString().slice(0, 10), reason, last_at: now })
    .onConflict((conflict) =>
      conflict.columns(['day', 'reason']).doUpdateSet({ count: sql`payment_notice_refusals.count + 1`, last_at: now }),
    )
    .execute();

/**
 * Processes one webhook event. The row of the webhook event is locked and marked as processed in the same transaction
 * as the work, so each webhook event takes effect once.
 */
export async function handleNotice(parts: InboxParts, noticeId: string): Promise<void> {
  try {
    await whileAsking(() => withSystem(parts.system, (tx) => handle(parts, tx, noticeId)));
  } catch (error) {
    await noteFailure(parts, noticeId, error);
    throw error;
  }
}

async function handle(parts: InboxParts, tx: Tx, noticeId: string): Promise<void> {
  const row = await tx
    .selectFrom('payment_notices')
    .selectAll()
    .where('id', '=', noticeId)
    .forUpdate()
    .executeTakeFirst();
  if (!row || row.handled_at) return;
  const notice = PaymentNotice.parse({ id: row.id, at: row.occurred_at, said: row.notice });
  await applyNotice(parts, tx, notice);
  await tx
    .updateTable('payment_notices')
    .set({ handled_at: parts.clock.now(), attempts: row.attempts + 1, last_error: null })
    .where('id', '=', noticeId)
    .execute();
}

/**
 * Stores a failure in a separate transaction, because the transaction of the webhook event was rolled back. Only class
 * and code of the error are stored, as in the outbox.
 */
const noteFailure = ({ db }: InboxParts, noticeId: string, error: unknown) =>
  db
    .updateTable('payment_notices')
    .set({
      attempts: sql`attempts + 1`,
      last_error: nameOf(error),
    })
    .where('id', '=', noticeId)
    .execute();
