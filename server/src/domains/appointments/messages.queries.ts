import type { Insertable, Selectable, UpdateResult } from 'kysely';
import type { Tx } from '#server/platform/db/db.ts';
import type { AppointmentMessagesTable } from './appointments.table.ts';

export type MessageRow = Selectable<AppointmentMessagesTable>;

export const listMessages = (tx: Tx, appointmentId: string): Promise<MessageRow[]> =>
  tx
    .selectFrom('appointment_messages')
    .selectAll()
    .where('appointment_id', '=', appointmentId)
    .orderBy('at')
    .orderBy('id')
    .execute();

export const findMessage = (tx: Tx, id: string): Promise<MessageRow | undefined> =>
  tx.selectFrom('appointment_messages').selectAll().where('id', '=', id).executeTakeFirst();

export const insertMessage = (tx: Tx, row: Insertable<AppointmentMessagesTable>): Promise<MessageRow> =>
  tx.insertInto('appointment_messages').values(row).returningAll().executeTakeFirstOrThrow();

/** Marks the team's messages as read by the patient. */
export const updateRead = (tx: Tx, appointmentId: string, at: Date): Promise<UpdateResult> =>
  tx
    .updateTable('appointment_messages')
    .set({ read_at: at })
    .where('appointment_id', '=', appointmentId)
    .where('from_team', '=', true)
    .where('read_at', 'is', null)
    .executeTakeFirst();

/** Marks all questions of the patient as answered by the team. */
export const updateAnswered = (tx: Tx, appointmentId: string, at: Date): Promise<unknown> =>
  tx
    .updateTable('appointment_messages')
    .set({ answered_at: at })
    .where('appointment_id', '=', appointmentId)
    .where('from_team', '=', false)
    .where('answered_at', 'is', null)
    .execute();
