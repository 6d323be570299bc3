import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HISTORY_DETAILS_MAX, type HistoryQuestion } from '#contract/care.ts';
import { Button } from '#web/ui/button.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './health.module.css';
import type { Answer, Health } from './use-health.ts';

/**
 * The time in milliseconds during which a second tap is ignored. The choices of the next question appear in the same
 * place, so a double tap could answer both questions.
 */
const settle_ms = 300;
const choices = ['yes', 'no', 'unsure'] as const;

interface Props {
  health: Health;
  question: HistoryQuestion;
  heading: RefObject<HTMLHeadingElement | null>;
}

/**
 * Shows one question. The answer 'no' opens the next question at once. After any other answer, patients can add details
 * first.
 */
export function HealthQuestion({ health, question, heading }: Props) {
  const { t } = useTranslation('care');
  const isSettled = useSettled();
  const { step, next, back, answer, keepAnswer } = health;
  const given = health.answers[question];
  const choose = (value: Answer['answer']) => {
    keepAnswer(question, answer(question, { answer: value }));
    if (value === 'no') next();
  };
  const goOn = () => {
    if (given) keepAnswer(question, given);
    next();
  };
  return (
    <Stack
      as="form"
      gap={24}
      className={styles.step}
      onSubmit={(event) => {
        event.preventDefault();
        if (given) goOn();
      }}
    >
      <h1 ref={heading} tabIndex={-1} id="health-question" className={`h2 ${styles.title}`}>
        {t(`history.question.${question}`)}
      </h1>
      <Stack gap={12} role="group" aria-labelledby="health-question">
        {choices.map((value) => (
          <button
            key={value}
            type="button"
            className={styles.choice}
            aria-pressed={given?.answer === value}
            disabled={!isSettled}
            onClick={() => choose(value)}
          >
            {t(`history.${value}`)}
          </button>
        ))}
      </Stack>
      {given && given.answer !== 'no' && (
        <TextField
          label={t(`history.more.${question}`)}
          optional
          maxLength={HISTORY_DETAILS_MAX}
          value={given.details}
          onChange={(event) => answer(question, { details: event.currentTarget.value })}
          // The details are saved when the field loses the focus, because patients may leave the page without pressing
          // Next.
          onBlur={() => keepAnswer(question, given)}
        />
      )}
      <Row gap={12}>
        {step > 1 && <Button onClick={back}>{t('health.back')}</Button>}
        {given && (
          <Button type="submit" variant="primary" className={styles.next}>
            {t('health.next')}
          </Button>
        )}
      </Row>
    </Stack>
  );
}

function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settle_ms);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}
