import type { Selectable } from 'kysely';
import type { Tx } from '#server/platform/db/db.ts';
import './waiting.table.ts';
import type { AppointmentWaitsTable } from './waiting.table.ts';

export type Wait = Selectable<AppointmentWaitsTable>;

/** Returns an open wait and locks it, so that its changes run one after the other. */
export const findOpenForUpdate = (tx: Tx, id: string): Promise<Wait | undefined> =>
  tx
    .selectFrom('appointment_waits')
    .selectAll()
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

export const endWait = (tx: Tx, id: string, as: NonNullable<Wait['ended_as']>, at: Date): Promise<unknown> =>
  tx
    .updateTable('appointment_waits')
    .set({ ended_at: at, ended_as: as, updated_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
