import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';

/** The open pages of somebody ask again how plan, subscription and invoices stand. */
export const tellMembership = ({ realtime }: Pick<Context, 'realtime'>, tx: Tx, userId: string): Promise<void> =>
  realtime.publish(tx, { userId }, { kind: 'membership.changed' });
