import { csvFile, csvLine } from '#contract/csv.ts';
import { figures as contract, type FigureGroup, MIN_PATIENTS } from '#contract/figures.ts';
import type { Context } from '#server/platform/context.ts';
import { withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import { type Period, sumMoney, sumSteps } from './figures.queries.ts';
import { withholdSmall } from './withhold-small.ts';

interface Asked extends Period {
  readonly by: FigureGroup;
}

export const getFigures = ({ db }: Context, { userId }: SignedIn, { by, ...period }: Asked) =>
  withStaff(db, userId, async (tx) => ({
    steps: await sumSteps(tx, period),
    money: withholdSmall(await sumMoney(tx, period, by)),
  }));

const money = ['revenue_cents', 'share_cents', 'vat_cents', 'fee_cents', 'lost_cents', 'margin_cents'] as const;
const steps = ['asked', 'answered', 'offered', 'paid', 'done', 'waiting', 'median_s', 'p90_s'] as const;

/**
 * Returns a CSV file in the form that pivot tables need, with one line for each sum. A group whose sums are withheld
 * has one line without a value. The audit log records the export.
 */
export const exportFigures = (ctx: Context, admin: SignedIn, asked: Asked): Promise<File> =>
  withStaff(ctx.db, admin.userId, async (tx) => {
    const { by, ...period } = asked;
    const counted = await sumSteps(tx, period);
    const groups = withholdSmall(await sumMoney(tx, period, by));
    await ctx.audit.record(tx, {
      actor: admin.userId,
      actor_role: 'admin',
      action: 'ledger.exported',
      subject: 'ledger:figures',
      patient_id: null,
      reason: '',
      details: { ...asked },
    });
    const lines = [
      ...steps.map((step) =>
        csvLine(['steps', null, null, step, counted[step] === null ? null : Math.round(counted[step])]),
      ),
      ...groups.flatMap(({ name, currency, sums, withheld }) =>
        sums
          ? money.map((sum) => csvLine([by, name, currency, sum, sums[sum]]))
          : csvLine([by, name, currency, withheld === 'few' ? `fewer_than_${MIN_PATIENTS}` : 'withheld', null]),
      ),
    ];
    return csvFile(`figures-${asked.from}-${asked.to}`, ['group', 'name', 'currency', 'figure', 'value'], lines);
  });

export function figuresRouter(ctx: Context) {
  const os = implementContract(contract);
  return os.router({
    adminGetFigures: os.adminGetFigures.handler(({ context, input }) => getFigures(ctx, context.caller, input)),
    adminExportFigures: os.adminExportFigures.handler(({ context, input }) =>
      exportFigures(ctx, context.caller, input),
    ),
  });
}
