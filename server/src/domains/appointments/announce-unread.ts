import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import { findForUpdate } from './appointments.queries.ts';
import { putIntoInbox } from './history.ts';

/**
 * An unread message enters the inbox this number of milliseconds after it was written. By then the patient has already
 * got an email about the message, so a phone call helps more than a second email.
 */
const UNREAD_MS = 3 * 86_400_000;

/**
 * Puts an appointment into the inbox if its patient has not read a message from the team. An appointment has at most
 * one open entry of this kind.
 */
export async function announceUnread(ctx: Context): Promise<void> {
  const unread = await withSystem(ctx.system, (tx) => unreadAppointments(tx, ctx.clock.now()).limit(500).execute());
  await oneByOne(ctx.log, unread, ({ id }) =>
    withSystem(ctx.system, async (tx) => {
      await findForUpdate(tx, id);
      // The message is checked again under the lock. In the meantime the patient may have read it, or another run may
      // have announced it.
      const still = await unreadAppointments(tx, ctx.clock.now()).where('a.id', '=', id).executeTakeFirst();
      if (still) await putIntoInbox(ctx, tx, id, 'message_unread');
    }),
  );
}

/**
 * Selects appointments with a message that has been unread for too long. Appointments that are cancelled or done are
 * left out, because the patient no longer needs to read the message.
 */
const unreadAppointments = (tx: Tx, now: Date) =>
  tx
    .selectFrom('appointments as a')
    .innerJoin('appointment_messages as m', 'm.appointment_id', 'a.id')
    .select('a.id')
    .distinct()
    .where('a.status', 'not in', ['cancelled', 'done'])
    .where('m.from_team', '=', true)
    .where('m.read_at', 'is', null)
    .where('m.at', '<=', new Date(now.getTime() - UNREAD_MS))
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('appointment_inbox as i')
            .select('i.id')
            .whereRef('i.appointment_id', '=', 'a.id')
            .where('i.kind', '=', 'message_unread')
            .where(sql<boolean>`(i.handled_at is null or i.created_at > m.at)`),
        ),
      ),
    );
