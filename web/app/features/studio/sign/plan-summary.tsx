import { useTranslation } from 'react-i18next';
import type { TreatmentPlan } from '#contract/drafts.ts';
import type { GivenScores } from '#contract/skin-score.ts';
import { knowLines, sessionLines } from '#contract/plan-words.ts';
import { useFormat } from '#web/lib/format.ts';
import { weightedMean } from '#engine/metrics/score-scale.ts';
import { usePlanWords } from '#web/lib/plan-words.ts';
import { capital } from '../words/sentence-list.ts';
import styles from './sign.module.css';

interface Props {
  plan: TreatmentPlan;
  /** The skin scores that the doctor signs with the plan, or null if the doctor signs none. */
  scores: GivenScores | null;
}

/** Shows the plan as the patient will read it, and the skin scores that the doctor signs with it. */
export function PlanSummary({ plan, scores }: Props) {
  const { t } = useTranslation('studio');
  const { words, reader } = usePlanWords();
  const sessions = plan.sessions ?? [];
  const { longDay } = useFormat();
  const overall = scores && weightedMean((name) => scores[name].value);
  return (
    <section className={styles.plan} aria-label={t('tab.plan')}>
      <h3>{t('tab.plan')}</h3>
      {plan.items.length + sessions.length === 0 && <p>{t('plan.none')}</p>}
      <ol>
        {plan.items.map(({ area, dose, rationale }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: read-only, in this order
          <li key={at}>
            <p>
              <b>
                <bdi>{area}</bdi>
              </b>
              <span>{dose}</span>
            </p>
            <p dir="auto">{rationale}</p>
          </li>
        ))}
        {sessionLines(sessions, words, reader).map(({ title, when, review, items }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: read-only, in this order
          <li key={`session-${at}`}>
            <p>
              <b>{title}</b>
              <span>{when}</span>
            </p>
            {review && <p>{review}</p>}
            {items.map(({ name, dose, product, own }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: read-only, in this order
              <div key={index}>
                <p>
                  <span>{[name, product].filter(Boolean).join(', ')}</span>
                  <span>{dose}</span>
                </p>
                {own && (
                  <p lang={own.language} dir="auto">
                    {own.text}
                  </p>
                )}
              </div>
            ))}
          </li>
        ))}
      </ol>
      {knowLines(sessions, words).map(({ title, risks }) => (
        <p key={title}>
          <b>{title}</b> {risks.map(({ label, text }) => `${label}: ${text}`).join('. ')}
        </p>
      ))}
      {plan.safety?.reasons.map(({ question, text }) => (
        <p key={question}>
          <b>{capital(t(`contra.question.${question}`))}</b> {text}
        </p>
      ))}
      {plan.safety?.not_before && <p>{t('gate.not_before', { day: longDay(plan.safety.not_before) })}</p>}
      <p>{t('plan.valid', { count: plan.valid_months })}</p>
      {overall !== null && <p>{t('review.skin', { value: Math.round(overall) })}</p>}
      {plan.note_to_patient && (
        <blockquote lang={plan.note_language} dir="auto">
          {plan.note_to_patient}
        </blockquote>
      )}
    </section>
  );
}
