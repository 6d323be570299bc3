import type { AuditKind } from '#contract/audit.ts';
import type { CaseThread } from '#contract/care.ts';
import { hasFeedback, resolvePlan } from '#server/domains/billing/index.ts';
import { findUser, hasConsent, namesOf } from '#server/domains/identity/index.ts';
import { type CaseRow, onCase } from '#server/domains/simulation/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { once, requestHash } from '#server/platform/idempotency/once.ts';
import { Refusal } from '#server/platform/refusal.ts';
import './events.ts';
import { getOwnCase } from './own-case.ts';

type Message = CaseThread['messages'][number];

export interface NewMessage {
  readonly case_id: string;
  readonly body: string;
  readonly idempotency_key: string;
}

/**
 * Runs `fn` in a transaction with the caller's rights. Refuses a case that the caller may not see. A doctor's access is
 * written to the audit log.
 */
const about = <T>(
  ctx: Context,
  caller: SignedIn,
  caseId: string,
  action: AuditKind,
  fn: (tx: Tx, row: CaseRow, isVisit: boolean) => Promise<T>,
): Promise<T> =>
  caller.role === 'patient'
    ? withUser(ctx.db, caller.userId, async (tx) => fn(tx, await getOwnCase(tx, caller.userId, caseId), false))
    : onCase(ctx, caller, caseId, action, (tx, { row, opening }) => fn(tx, row, opening !== null));

/**
 * Lists the messages of a case. A patient's call marks the doctors' messages as read, and a doctor's call marks the
 * patient's messages. With `peek`, no message is marked. A doctor with emergency access (for one hour, with a stated
 * reason) marks no message either, because the doctor in charge has not read them.
 */
export const listCaseMessages = (
  ctx: Context,
  caller: SignedIn,
  caseId: string,
  { peek = false } = {},
): Promise<CaseThread> =>
  about(ctx, caller, caseId, 'messages.viewed', async (tx, row, isVisit) => {
    const isStaff = caller.role !== 'patient';
    const rows = await tx
      .selectFrom('case_messages')
      .selectAll()
      .where('case_id', '=', caseId)
      .orderBy('place')
      .execute();
    if (!isVisit && !peek) await markRead(ctx, tx, caseId, caller);
    const names = await namesOf(tx, [...new Set(rows.flatMap((message) => message.author_id ?? []))]);
    const messages = rows.map((message) => show(message, caller.userId, names));
    if (isStaff) return { messages, may_write: true, is_closed: false };
    const is_closed = await isClosed(tx, row);
    return { messages, may_write: !is_closed && (await mayWrite(tx, caller.userId, caseId)), is_closed };
  });

/**
 * Sends a message. A patient may write if the plan includes messages, or after a doctor has written. Without the
 * consent to the simulation no doctor could read the message, so it is refused.
 */
export const postCaseMessage = (ctx: Context, caller: SignedIn, message: NewMessage): Promise<Message> =>
  about(ctx, caller, message.case_id, 'message.sent', async (tx, row) => {
    const { idempotency_key, ...told } = message;
    const hash = requestHash('post_case_message', told);
    // The idempotency table stores only the id of the message, not its text. The code below reads the text from the
    // table of messages.
    const id = await once(tx, { scope: caller.userId, key: idempotency_key, hash }, () =>
      post(ctx, tx, caller, row, message.body),
    );
    const sent = await tx.selectFrom('case_messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    return show(sent, caller.userId, await namesOf(tx, [caller.userId]));
  });

async function post(ctx: Context, tx: Tx, caller: SignedIn, row: CaseRow, body: string): Promise<string> {
  const is_staff = caller.role !== 'patient';
  if (!is_staff && (await isClosed(tx, row))) throw new Refusal('MESSAGES_CLOSED');
  if (!is_staff && !(await mayWrite(tx, caller.userId, row.id))) throw new Refusal('MESSAGES_NOT_INCLUDED');
  const sent = await tx
    .insertInto('case_messages')
    .values({ case_id: row.id, author_id: caller.userId, is_staff, body, sent_at: ctx.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  // After a redo request, `practitioner_id` is null until a doctor starts to work. The case is assigned to the doctor
  // who signed it.
  const to_user_id = is_staff ? row.patient_id : (row.practitioner_id ?? row.assigned_to);
  const event = { message_id: sent.id, case_id: row.id, to_user_id, is_staff };
  await ctx.outbox.emit(tx, 'care.messageSent', event, { key: sent.id });
  await tell(ctx, tx, row);
  return sent.id;
}

/** Returns whether no doctor may read the case, because the patient withdrew the consent. */
const isClosed = async (tx: Tx, { status, patient_id }: CaseRow): Promise<boolean> =>
  status === 'withdrawn' || !(await hasConsent(tx, { userId: patient_id }, 'simulation'));

async function mayWrite(tx: Tx, userId: string, caseId: string): Promise<boolean> {
  if (hasFeedback(resolvePlan((await findUser(tx, userId))?.plan))) return true;
  const written = tx
    .selectFrom('case_messages')
    .select('id')
    .where('case_id', '=', caseId)
    .where('is_staff', '=', true);
  return (await written.limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Marks the messages of the other side as read. If there were any, the reader's open pages load the number of unread
 * messages again.
 */
async function markRead(ctx: Context, tx: Tx, caseId: string, { userId, role }: SignedIn): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('case_messages')
    .set({ read_at: ctx.clock.now() })
    .where('case_id', '=', caseId)
    .where('is_staff', '=', role === 'patient')
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await ctx.realtime.publish(tx, { userId }, { kind: 'messages.changed', id: caseId });
}

export async function countUnread(tx: Tx, caseId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('case_messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('case_id', '=', caseId)
    .where('is_staff', '=', false)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function tell(ctx: Context, tx: Tx, { id, patient_id }: CaseRow): Promise<void> {
  await ctx.realtime.publish(tx, { userId: patient_id }, { kind: 'messages.changed', id });
  await ctx.realtime.publish(tx, { role: 'practitioner' }, { kind: 'messages.changed', id });
}

type Row = {
  id: string;
  author_id: string | null;
  is_staff: boolean;
  body: string;
  sent_at: Date;
  read_at: Date | null;
};

const show = (row: Row, caller: string, names: Map<string, string>): Message => ({
  id: row.id,
  author_name: names.get(row.author_id ?? '') ?? null,
  is_staff: row.is_staff,
  is_mine: row.author_id === caller,
  body: row.body,
  sent_at: row.sent_at.toISOString(),
  read_at: row.read_at?.toISOString() ?? null,
});
