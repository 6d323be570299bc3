import { useTranslation } from 'react-i18next';
import { lastDayOf, type PlanDays } from '#contract/plan-days.ts';
import { ownToday } from '#web/lib/day.ts';
import { useFormat } from '#web/lib/format.ts';

/** Says on which days the treatment plan allows visits. A first day that has begun is not mentioned. */
export function DaysOfPlan({ plan }: { plan: PlanDays | null | undefined }) {
  const { t } = useTranslation('appointment-times');
  const { date } = useFormat();
  if (!plan?.valid_until) return null;
  const { not_before } = plan;
  const to = date(lastDayOf(plan.valid_until));
  return (
    <p className="small">
      {not_before && not_before > ownToday()
        ? t('times.plan', { from: date(not_before), to })
        : t('times.planUntil', { to })}
    </p>
  );
}
