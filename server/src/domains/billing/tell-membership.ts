import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';

/** Makes a person's open pages reload plan, subscription and invoices. */
export const tellMembership = ({ realtime }: Pick<Context, 'realtime'>, tx: Tx, userId: string): Promise<void> =>
  realtime.publish(tx, { userId }, { kind: 'membership.changed' });
