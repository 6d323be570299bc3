import { useTranslation } from 'react-i18next';
import type { TreatmentPlan } from '#contract/drafts.ts';
import type { GivenScores } from '#contract/skin-score.ts';
import { useFormat } from '#web/lib/format.ts';
import { weightedMean } from '#engine/metrics/score-scale.ts';
import styles from './sign.module.css';

interface Props {
  plan: TreatmentPlan;
  /** What is signed about the skin; null: nothing. */
  scores: GivenScores | null;
}

/** The plan as the patient will read it, and the skin score that is signed with it. */
export function PlanSummary({ plan, scores }: Props) {
  const { t } = useTranslation('studio');
  const { longDay } = useFormat();
  const overall = scores && weightedMean((name) => scores[name].value);
  return (
    <section className={styles.plan} aria-label={t('tab.plan')}>
      <h3>{t('tab.plan')}</h3>
      {plan.items.length === 0 && <p>{t('plan.none')}</p>}
      <ol>
        {plan.items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: read-only, in this order
          <li key={at}>
            <p>
              <b>
                <bdi>{item.area || t('plan.new_item')}</bdi>
              </b>
              <span>{item.dose}</span>
            </p>
            <p dir="auto">{item.rationale}</p>
            {item.risks && (
              <p>
                <b>{t('field.risks')}</b> {item.risks}
              </p>
            )}
            {item.alternatives && (
              <p>
                <b>{t('field.alternatives')}</b> {item.alternatives}
              </p>
            )}
          </li>
        ))}
      </ol>
      {plan.safety?.reasons.map(({ question, text }) => (
        <p key={question}>
          <b>{t(`contra.question.${question}`)}</b> {text}
        </p>
      ))}
      {plan.safety?.not_before && <p>{t('gate.not_before', { day: longDay(plan.safety.not_before) })}</p>}
      <p>{t('plan.valid', { count: plan.valid_months })}</p>
      {overall !== null && <p>{t('review.skin', { value: Math.round(overall) })}</p>}
      {plan.note_to_patient && <blockquote dir="auto">{plan.note_to_patient}</blockquote>}
    </section>
  );
}
