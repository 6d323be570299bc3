import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { DirectService } from '#contract/direct-appointments.ts';
import { BackLink } from '#web/lib/sub-page.tsx';
import { takeAddress, useDirectServices } from '#web/lib/use-direct-services.ts';
import { useNow } from '#web/lib/use-now.ts';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { AskTeam } from './ask-team.tsx';
import { type Choice, choiceOf } from './choice.ts';
import { ServiceList } from './service-list.tsx';
import { Summary } from './summary.tsx';
import styles from './take.module.css';
import { TimesStep, type WhenNoneIsFree } from './times-step.tsx';

interface Props {
  /** Renders the patient's options if no time is free. */
  whenNoneIsFree?: WhenNoneIsFree;
}

/**
 * Lets a patient book a time in three steps. The patient chooses the service, then the place, practitioner and time,
 * and then checks everything. The URL contains the choices, so that the back button and a reload lose nothing.
 */
export function TakePage({ whenNoneIsFree }: Props) {
  const { t } = useTranslation('appointment-times');
  const query = useDirectServices();
  const [params] = useSearchParams();
  const now = useNow();
  const choice = query.data && choiceOf(query.data.services, params, now);
  return (
    <main id="content" className={`page ${styles.page}`}>
      <Back choice={choice} />
      {query.data ? (
        <Steps services={query.data.services} choice={choice} whenNoneIsFree={whenNoneIsFree} />
      ) : (
        <>
          <h1 className="h2">{t('title')}</h1>
          {query.isError ? (
            <ErrorState
              title={t('services.failed')}
              error={query.error}
              onRetry={() => void query.refetch()}
              busy={query.isFetching}
            />
          ) : (
            <SkeletonRows rows={4} />
          )}
        </>
      )}
    </main>
  );
}

interface StepsProps extends Props {
  services: readonly DirectService[];
  choice: Choice | undefined;
}

function Steps({ services, choice, whenNoneIsFree }: StepsProps) {
  const { t } = useTranslation('appointment-times');
  const [params] = useSearchParams();
  const [gone, setGone] = useState<readonly string[]>([]);
  const step = !choice ? 'service' : choice.time ? 'check' : 'time';
  const heading = useFocusOnStep(step);
  const isUnknown = !choice && services.length > 0 && params.has('service');
  return (
    <>
      <h1 className="h2" ref={heading} tabIndex={-1}>
        {step === 'service' ? t('title') : step === 'check' ? t('check.title') : choice?.service.name}
      </h1>
      {isUnknown && (
        <div className={styles.notice} role="status">
          <strong>{t('services.gone')}</strong>
          <p>{t('services.gone.text')}</p>
        </div>
      )}
      {choice?.time ? (
        <Summary
          key={`${choice.service.id} ${choice.time.starts_at} ${choice.time.practitioner.id}`}
          choice={choice}
          time={choice.time}
          onGone={(starts_at) => setGone([...gone, starts_at])}
        />
      ) : choice ? (
        <TimesStep choice={choice} gone={gone} whenNoneIsFree={whenNoneIsFree} />
      ) : services.length > 0 ? (
        <ServiceList services={services} />
      ) : (
        <EmptyState title={t('services.none')} text={t('services.none.text')} action={<AskTeam variant="primary" />} />
      )}
    </>
  );
}

function Back({ choice }: { choice: Choice | undefined }) {
  const { t } = useTranslation('appointment-times');
  const [params] = useSearchParams();
  const before = new URLSearchParams(params);
  before.delete('at');
  before.delete('by');
  const [to, words]: [string, ReactNode] = choice?.time
    ? [`${takeAddress}?${before}`, t('backToTimes')]
    : choice
      ? [takeAddress, t('backToServices')]
      : ['/dashboard#appointments', t('back')];
  return <BackLink to={to}>{words}</BackLink>;
}

/** Moves the focus to the heading of each step, except the first step that the page shows. */
function useFocusOnStep(step: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(step);
  useEffect(() => {
    if (last.current === step) return;
    last.current = step;
    scrollTo({ top: 0, behavior: 'instant' });
    heading.current?.focus({ preventScroll: true });
  }, [step]);
  return heading;
}
