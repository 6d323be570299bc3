import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { HistoryQuestions } from '#contract/care.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import styles from './health.module.css';
import { stepCount, type ToldHealth } from '#web/lib/health-steps.ts';
import { BackLink } from '#web/lib/sub-page.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { HealthQuestion } from './health-question.tsx';
import { type Health, useHealth, useToldHealth } from './use-health.ts';

/**
 * The page /dashboard/health. It asks the questions whose answers may rule out a treatment. Each screen has one
 * question. Patients can leave at any time and finish on another device.
 */
export function HealthPage() {
  const { t } = useTranslation('care');
  const { told, failed, askAgain } = useToldHealth();
  return (
    <main id="content" className={`page ${styles.page}`}>
      <BackLink to="/dashboard">{t('health.leave')}</BackLink>
      {told ? (
        <Questions told={told} />
      ) : failed ? (
        <ErrorState error={failed.error} onRetry={() => void askAgain()} busy={failed.isFetching} />
      ) : (
        <>
          <h1 className="visually-hidden">{t('history.title')}</h1>
          <SkeletonRows rows={3} />
        </>
      )}
    </main>
  );
}

function Questions({ told }: { told: ToldHealth }) {
  const { t } = useTranslation('care');
  const errorText = useErrorText();
  const health = useHealth(told);
  const { step, keep, fault } = health;
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnStep(heading, step);
  const question = HistoryQuestions[step - 1];
  const label = question ? t('health.step', { step, count: HistoryQuestions.length }) : t('health.last');
  return (
    <>
      <Stack gap={8}>
        <span className="micro num" aria-hidden="true">
          {label}
        </span>
        <ProgressBar label={label} value={step} max={stepCount} />
      </Stack>
      {question ? (
        <HealthQuestion key={question} health={health} question={question} heading={heading} />
      ) : (
        <Medicines health={health} heading={heading} />
      )}
      {fault !== null && (
        <p className={styles.fault} role="alert">
          {t('health.not_kept')} {errorText(fault)}{' '}
          <Button size="xs" busy={keep.isPending} onClick={() => keep.variables && keep.mutate(keep.variables)}>
            {t('health.again')}
          </Button>
        </p>
      )}
      {step === 1 && <p className={styles.note}>{t('health.note')}</p>}
      <p className={styles.note}>{t('history.lead')}</p>
    </>
  );
}

function Medicines({ health, heading }: { health: Health; heading: RefObject<HTMLHeadingElement | null> }) {
  const { t } = useTranslation('care');
  const errorText = useErrorText();
  const { medicines, setMedicines, keepMedicines, handIn, submit, back } = health;
  return (
    <Stack
      as="form"
      gap={24}
      className={styles.step}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <h1 ref={heading} tabIndex={-1} className={`h2 ${styles.title}`}>
        {t('health.medicines')}
      </h1>
      <TextArea
        label={t('history.medicines')}
        optional
        rows={4}
        maxLength={1000}
        value={medicines}
        onChange={(event) => setMedicines(event.currentTarget.value)}
        onBlur={keepMedicines}
      />
      {handIn.isError && (
        <p className={styles.fault} role="alert">
          {errorText(handIn.error)}
        </p>
      )}
      <Row gap={12}>
        <Button onClick={back}>{t('health.back')}</Button>
        <Button type="submit" variant="primary" className={styles.next} saving={handIn.isPending}>
          {t('health.hand_in')}
        </Button>
      </Row>
    </Stack>
  );
}

/**
 * Moves the focus and the scroll position to each new question, so that a screen reader announces the whole question.
 * The first question leaves both unchanged.
 */
function useFocusOnStep(heading: RefObject<HTMLElement | null>, step: number) {
  const last = useRef(step);
  useEffect(() => {
    if (last.current === step) return;
    last.current = step;
    scrollTo({ top: 0, behavior: 'instant' });
    heading.current?.focus({ preventScroll: true });
  }, [heading, step]);
}
