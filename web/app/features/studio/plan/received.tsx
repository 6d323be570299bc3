import { useTranslation } from 'react-i18next';
import { clinicalClasses } from '#engine/clinical.ts';
import { amountBefore, type Past } from '#engine/plan/plan-faults.ts';
import { dayIn } from '#web/lib/day.ts';
import { usePlanWords } from '#web/lib/plan-words.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useDraft } from '../case/workspace-context.ts';
import { useBackground } from '../flow/use-background.ts';
import styles from './plan.module.css';

/**
 * Returns the doses that the patient received before, and the day on which the plan starts. It is undefined until the
 * doses are loaded.
 */
export function usePast(): Past | undefined {
  const { data } = useBackground();
  const { plan } = useDraft().content;
  const today = dayIn(undefined, useNow());
  const not_before = plan.safety?.not_before ?? '';
  return (
    data && {
      received: data.received_doses,
      visited: data.earlier_treatments,
      starts_on: not_before > today ? not_before : today,
    }
  );
}

/**
 * Shows how much toxin and filler the patient received before this plan. A product group is shown only if the clinical
 * dataset limits its dose for a number of weeks, and if the patient received any in the weeks before the plan.
 */
export function Received({ past }: { past: Past }) {
  const { t } = useTranslation('studio');
  const { amount } = usePlanWords();
  return (['toxin', 'filler'] as const).map((of) => {
    const { period_max } = clinicalClasses[of];
    const received = amountBefore(past, of);
    if (!period_max || received === 0) return null;
    const unit = of === 'toxin' ? 'units' : 'mL';
    return (
      <p key={of} className={styles.note}>
        {t('plan.received', {
          what: t(`treatments.${of}`),
          amount: amount(received, unit),
          most: amount(period_max.dose, unit),
          weeks: period_max.weeks,
        })}
      </p>
    );
  });
}
