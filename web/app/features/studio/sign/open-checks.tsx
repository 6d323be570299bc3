import { Check as CheckIcon, CircleDashed } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { clinicalTreatments } from '#engine/clinical.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import { useDoseWords } from '../treatment/dose-words.ts';
import { treatments, units } from '../treatment/treatments.ts';
import { checksFor, type PlanGap } from './checks.ts';
import styles from './sign.module.css';

/**
 * Lists the points to check before the signature. Open points that prevent signing are marked. `onPlan` shows the plan.
 * It is undefined if the plan is beside the list.
 */
export function OpenChecks({ onPlan }: { onPlan?: () => void }) {
  const { t } = useTranslation('studio');
  const { studioCase } = useWorkspace();
  const { content } = useDraft();
  const checks = checksFor(content, treatments, studioCase.answers?.avoid_treatments ?? []);
  const met = checks.filter(({ isMet }) => isMet).length;
  return (
    <section className={styles.checks} aria-label={t('checks')}>
      <h3>
        {t('checks')}
        <span>{t('checks_met', { met, of: checks.length })}</span>
      </h3>
      <ul>
        {checks.map(({ kind, isMet, isRequired, gaps = [] }) => (
          <li key={kind} data-met={isMet || undefined}>
            <Icon as={isMet ? CheckIcon : CircleDashed} size="s" label={t(isMet ? 'check.met' : 'check.open')} />
            <span>
              {t(`check.${kind}`)}
              {!isMet && isRequired && <small>{t('check.required')}</small>}
              {gaps.map((gap) => (
                <Gap key={gap.treatment} gap={gap} />
              ))}
              {gaps.length > 0 && onPlan && (
                <Button size="xs" onClick={onPlan}>
                  {t('gate.fix.plan')}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Gap({ gap: { treatment, planned, shown } }: { gap: PlanGap }) {
  const { t } = useTranslation('studio');
  const { amount, sides } = useDoseWords();
  const unit = units[clinicalTreatments[treatment].unit];
  const words = (dose: PlanGap['shown']) => (typeof dose === 'number' ? amount(dose, unit) : sides(dose, unit));
  const values = { what: t(`treatment.${treatment}`), planned: words(planned), shown: words(shown) };
  return <small>{t('check.plan_gap', values)}</small>;
}
