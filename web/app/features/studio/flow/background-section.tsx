import { useTranslation } from 'react-i18next';
import { HistoryQuestions } from '#contract/care.ts';
import { differs } from '#engine/plan/compare-doses.ts';
import { usePlanWords } from '#web/lib/plan-words.ts';
import { useFormat } from '#web/lib/format.ts';
import styles from './flow.module.css';
import { useBackground } from './use-background.ts';

/**
 * Shows the patient's medical history, the doses given earlier, and the patient's reports after the treatment. The
 * section is below the answers of the questionnaire.
 */
export function BackgroundSection() {
  const { t } = useTranslation('studio');
  const { date } = useFormat();
  const { data } = useBackground();
  const record = useTranslation('record').t;
  const { words, amount } = usePlanWords();
  if (!data) return null;
  const { history, outcomes } = data;
  const told = history
    ? HistoryQuestions.map((question) => {
        const { answer, details } = history.history.questions[question];
        return [
          t(`contra.question.${question}`),
          [t(`contra.answer.${answer}`), details].filter(Boolean).join(', '),
        ] as const;
      })
    : [];
  const rows = [
    ...told,
    ...(history?.history.medicines ? [[t('contra.medicines'), history.history.medicines] as const] : []),
    ...(outcomes.treated_on ? [[t('outcome.treated'), date(outcomes.treated_on)] as const] : []),
    ...outcomes.done.map((dose) => {
      const done = amount(dose.done ?? 0, dose.unit);
      const planned = record('planned', { amount: amount(dose.planned ?? 0, dose.unit) });
      return [words.say(`treatment.${dose.treatment}`), differs(dose) ? `${done} (${planned})` : done] as const;
    }),
    ...outcomes.checks.map(
      (check) =>
        [
          t(`outcome.${check.kind}`),
          [
            t('outcome.said', { match: check.match, satisfaction: check.satisfaction }),
            ...check.events.map((event) => t(`outcome.event.${event}`)),
            check.note,
          ]
            .filter(Boolean)
            .join('. '),
        ] as const,
    ),
  ];
  if (rows.length === 0) return null;
  return (
    <dl className={styles.facts} aria-label={t('contra.history')}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
