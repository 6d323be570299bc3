import type { AppointmentMessage } from '#contract/appointments.ts';
import { namesOf } from '#server/domains/identity/index.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { MessageRow } from './messages.queries.ts';

export async function showMessages(tx: Tx, rows: readonly MessageRow[]): Promise<AppointmentMessage[]> {
  const names = await namesOf(tx, [...new Set(rows.flatMap(({ author_id }) => author_id ?? []))]);
  return rows.map(({ id, at, from_team, author_id, body }) => ({
    id,
    at: at.toISOString(),
    from_team,
    author_name: names.get(author_id ?? '') ?? '',
    body,
  }));
}

export async function showMessage(tx: Tx, row: MessageRow): Promise<AppointmentMessage> {
  const [message] = await showMessages(tx, [row]);
  if (!message) throw new Error('a message was stored and is gone');
  return message;
}
