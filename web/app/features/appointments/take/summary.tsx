import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { freeCancelUntil } from '#contract/cancellation.ts';
import { DirectLimits } from '#contract/direct-appointments.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink, useLocale } from '#web/lib/locale.tsx';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { refreshFreeTimes } from '#web/lib/use-free-times.ts';
import { useQueryParams } from '#web/lib/use-query-params.ts';
import { inLanguage } from '#web/paths.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Facts } from '../facts.tsx';
import { Terms } from '../terms.tsx';
import { refreshAppointments } from '../use-my-appointments.ts';
import { useMomentOf } from '../words.ts';
import { AskTeam } from './ask-team.tsx';
import { type Choice, dueOf } from './choice.ts';
import styles from './take.module.css';

const BirthDateStep = lazy(() => import('#web/lib/birth-date-step.tsx'));

interface Props {
  choice: Choice;
  time: NonNullable<Choice['time']>;
  /** Called if another patient has taken the time. */
  onGone: (starts_at: string) => void;
}

/**
 * Shows everything that the patient agrees to before booking the time: service, practitioner, place, date and time,
 * price, and the cost of cancelling.
 */
export function Summary({ choice, time, onGone }: Props) {
  const { t } = useTranslation(['appointment-times', 'appointments']);
  const { money } = useFormat();
  const { service, site } = choice;
  const { take, isPending, error } = useTake(choice, time, onGone);
  const moment = useMomentOf()({ scheduled_at: time.starts_at, timezone: site.timezone });
  const { now_cents, rest_cents } = dueOf(service);
  const freeUntil = freeCancelUntil(new Date(time.starts_at), service.free_until_hours).toISOString();
  const where = service.is_video ? t('video') : [site.name, site.address].filter(Boolean).join(', ');
  return (
    <Card raised className={styles.summary}>
      <h2 className="h3">{moment?.there}</h2>
      {moment?.here && <p className="muted">{moment.here}</p>}
      <Facts
        facts={[
          [t('check.what'), service.name],
          [t('check.products'), service.plan?.products],
          [t('appointments:fact.with'), time.practitioner.name],
          [t('appointments:fact.where'), where],
          [t('check.duration'), t('minutes', { minutes: service.minutes })],
          [t('appointments:fact.price'), money(service.price_cents, service.currency)],
          [t('appointments:fact.dueNow'), <strong key="due">{money(now_cents, service.currency)}</strong>],
          [t('appointments:fact.rest'), rest_cents > 0 && money(rest_cents, service.currency)],
        ]}
      />
      <section className={styles.policy}>
        <h3 className="small">
          <strong>{t('check.policy')}</strong>
        </h3>
        <Terms
          terms={{ free_until: freeUntil, kept_cents: service.deposit_cents }}
          scheduled_at={time.starts_at}
          timezone={site.timezone}
          currency={service.currency}
        />
      </section>
      <p className="small">{t('check.next', { minutes: DirectLimits.hold_minutes })}</p>
      {error !== null && <Problem error={error} choice={choice} moment={moment?.there ?? ''} onAgain={take} />}
      <div>
        <Button variant="primary" busy={isPending} onClick={take}>
          {t('check.take')}
        </Button>
      </div>
    </Card>
  );
}

/**
 * Books the time and opens its payment. If the time is no longer free, the patient returns to the free times and keeps
 * the other choices.
 */
function useTake({ service, site }: Choice, { starts_at, practitioner }: Props['time'], onGone: Props['onGone']) {
  const navigate = useNavigate();
  const locale = useLocale();
  const [, put] = useQueryParams();
  // The parent gives this component a React key that contains the time. If the patient chooses another time, React
  // creates the component again, with a new idempotency key.
  const [key] = useState(() => crypto.randomUUID());
  const { mutate, isPending, error } = useMutation(
    api.directAppointments.takeAppointment.mutationOptions({
      onSuccess: ({ id }) => void navigate(inLanguage(`/pay/${id}`, locale), { replace: true }),
      onError: (error) => {
        if (refusalOf(error)?.code !== 'TIME_TAKEN') return;
        onGone(starts_at);
        put({ at: null, by: null });
      },
      onSettled: () => Promise.all([refreshFreeTimes(), refreshAppointments()]),
    }),
  );
  const take = () =>
    mutate({
      service_id: service.id,
      site_id: site.id,
      practitioner_id: practitioner.id,
      starts_at,
      case_id: service.plan?.case_id ?? null,
      idempotency_key: key,
    });
  return { take, isPending, error };
}

interface ProblemProps {
  error: unknown;
  choice: Choice;
  moment: string;
  onAgain: () => void;
}

/** Shows the reason why the time cannot be booked, and the next step. */
function Problem({ error, choice: { service, site }, moment, onAgain }: ProblemProps) {
  const { t } = useTranslation('appointment-times');
  const errorText = useErrorText();
  const { code, data } = refusalOf(error) ?? {};
  if (code === 'TIME_TAKEN') return null;
  const dashboard = (words: string, to: string) => (
    <LocalisedLink to={to} className={buttonClass({ size: 's' })}>
      {words}
    </LocalisedLink>
  );
  return (
    <Stack gap={8} align="start" className={styles.problem} role="alert">
      {code === 'TOO_MANY_UNPAID' ? (
        <>
          <p>{t('problem.TOO_MANY_UNPAID', { count: (data as { most: number }).most })}</p>
          {dashboard(t('problem.seeUnpaid'), '/dashboard#appointments')}
        </>
      ) : code === 'QUOTE_INCOMPLETE' || code === 'NOT_FOUND' ? (
        <>
          <p>{t(code === 'NOT_FOUND' ? 'services.gone' : 'problem.QUOTE_INCOMPLETE')}</p>
          <AskTeam
            begin={{ treatment: service.treatment, patient_note: t('ask.note', { place: site.name, moment }) }}
          />
        </>
      ) : (
        <>
          {code !== 'BIRTH_DATE_MISSING' && <p>{errorText(error)}</p>}
          {code === 'TALK_FIRST' && dashboard(t('problem.toDashboard'), '/dashboard')}
          {code === 'BIRTH_DATE_MISSING' && (
            <Suspense>
              <BirthDateStep onGiven={onAgain} />
            </Suspense>
          )}
        </>
      )}
    </Stack>
  );
}
