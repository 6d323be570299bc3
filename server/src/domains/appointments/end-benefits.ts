import { Benefits } from '#contract/benefits.ts';
import type { Context } from '#server/platform/context.ts';
import { withUser } from '#server/platform/db/db.ts';
import type { OutboxEvents } from '#server/platform/outbox/outbox.ts';
import { canWithdraw } from './appointment.ts';
import { findForUpdate } from './appointments.queries.ts';
import { statesOf } from './benefits.ts';
import { keepWish, withdrawRequest } from './wishes.ts';

/**
 * Ends the patient's open requests for benefits after the patient withdrew from a plan. The whole price of the plan is
 * refunded, so its benefits end, too. A request that is not confirmed is cancelled. For a confirmed visit, the team
 * gets a request to cancel, so that it can inform the clinic. A request stays open if it is older than the plan, or if
 * the patient's present plan includes the benefit.
 */
export const endBenefits = (
  ctx: Context,
  { user_id, started_at }: OutboxEvents['billing.planWithdrawn'],
): Promise<void> =>
  withUser(ctx.db, user_id, async (tx) => {
    const included = new Set((await statesOf(ctx, tx, user_id)).map(({ benefit }) => benefit));
    const ended = Benefits.filter((benefit) => !included.has(benefit));
    if (ended.length === 0) return;
    const rows = await tx
      .selectFrom('appointments')
      .select('id')
      .where('patient_id', '=', user_id)
      .where('requested_treatment', 'in', ended)
      .where('status', 'not in', ['cancelled', 'done'])
      .where('created_at', '>=', new Date(started_at))
      .orderBy('id')
      .execute();
    for (const { id } of rows) {
      const found = await findForUpdate(tx, id);
      if (!found || found.row.wish === 'cancel') continue;
      if (canWithdraw(found.state)) await withdrawRequest(ctx, tx, found, user_id);
      else await keepWish(ctx, tx, found, user_id, { wish: 'cancel', note: '' });
    }
  });
