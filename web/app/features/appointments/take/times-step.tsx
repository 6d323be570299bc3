import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isDay } from '#web/lib/calendar.ts';
import { type FreeSlot, freeDays } from '#web/lib/free-times.ts';
import { useFormat } from '#web/lib/format.ts';
import { useFreeTimes } from '#web/lib/use-free-times.ts';
import { useQueryParams } from '#web/lib/use-query-params.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useZoned } from '#web/lib/zoned.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ChoiceGroup } from '#web/ui/chip-group.tsx';
import { FreeTimes } from '#web/ui/free-times/free-times.tsx';
import { Row } from '#web/ui/layout.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { DaysOfPlan } from '../days-of-plan.tsx';
import { AskTeam } from './ask-team.tsx';
import { ANYBODY, type Choice, planDoctor } from './choice.ts';
import { PlanLine } from './service-list.tsx';
import styles from './take.module.css';

/** Renders the patient's options if no time is free for the chosen service, site and practitioner. */
export type WhenNoneIsFree = (wish: {
  service_id: string;
  site_id: string;
  /** Null means any practitioner. */
  practitioner_id: string | null;
}) => ReactNode;

interface Props {
  choice: Choice;
  /** The start times of slots that other patients took while this patient was choosing. */
  gone: readonly string[];
  whenNoneIsFree: WhenNoneIsFree | undefined;
}

export function TimesStep({ choice, gone, whenNoneIsFree }: Props) {
  const { service } = choice;
  const { t } = useTranslation('appointment-times');
  const { money, commas } = useFormat();
  const facts = [
    service.clinic_name,
    ...(service.is_video ? [t('video')] : []),
    t('minutes', { minutes: service.minutes }),
    money(service.price_cents, service.currency),
  ];
  return (
    <>
      <div>
        <p className="muted">
          <bdi>{commas(facts)}</bdi>
        </p>
        <PlanLine service={service} />
      </div>
      <Places choice={choice} />
      <Card title={t('times.title')}>
        <Times choice={choice} gone={gone} whenNoneIsFree={whenNoneIsFree} />
      </Card>
    </>
  );
}

/**
 * Lets the patient choose a place and a practitioner, if the service has several of them. A new choice clears the
 * chosen day, because each place and each practitioner has different free days.
 */
function Places({ choice: { service, site, who } }: { choice: Choice }) {
  const { t } = useTranslation('appointment-times');
  const [, put] = useQueryParams();
  const { sites, practitioners } = service;
  if (sites.length < 2 && practitioners.length < 2) return null;
  return (
    <div className={styles.places}>
      {sites.length > 1 && (
        <ChoiceGroup
          legend={t('place')}
          value={site.id}
          choices={sites.map(({ id, name, address }) => ({
            value: id,
            label: <bdi>{name}</bdi>,
            hint: !service.is_video && address && <bdi>{address}</bdi>,
          }))}
          onChange={(id) => put({ site: id, day: null })}
        />
      )}
      {practitioners.length > 1 && (
        <ChoiceGroup
          legend={t('who')}
          value={who}
          choices={[
            { value: ANYBODY, label: t('anyone') },
            ...practitioners.map(({ id, name }) => ({ value: id, label: <bdi>{name}</bdi> })),
          ]}
          onChange={(id) => put({ with: id, day: null })}
        />
      )}
    </div>
  );
}

function Times({ choice, gone, whenNoneIsFree }: Props) {
  const { t } = useTranslation('appointment-times');
  const { service, site, who } = choice;
  const [params, put] = useQueryParams();
  const practitioner_id = who === ANYBODY ? undefined : who;
  const asked = { service_id: service.id, site_id: site.id, practitioner_id };
  const day = params.get('day');
  const { query, slots, isCut } = useFreeTimes(
    asked,
    { daysAhead: service.days_ahead, plan: service.plan, zone: site.timezone },
    isDay(day) ? day : null,
  );
  const retry = () => void (query.data ? query.fetchNextPage() : query.refetch());
  if (!slots)
    return query.isError ? (
      <ErrorState title={t('times.failed')} error={query.error} onRetry={retry} busy={query.isFetching} />
    ) : (
      <SkeletonRows rows={4} />
    );
  const days = freeDays(slots, { zone: site.timezone, gone, preferred: planDoctor(service) });
  const pick = ({ starts_at, practitioner_id: by }: FreeSlot) => put({ at: starts_at, by }, { replace: false });
  return (
    <div className={styles.times}>
      {isCut && <DaysOfPlan plan={service.plan} />}
      {gone.length > 0 && (
        <div className={styles.notice} role="alert">
          <strong>{t('times.wentTitle')}</strong>
          <p>{t('times.went')}</p>
        </div>
      )}
      {days.length > 0 && (
        <FreeTimes
          key={`${site.id} ${who}`}
          days={days}
          zone={site.timezone}
          day={day}
          onDay={(day) => put({ day })}
          onPick={pick}
          onMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
          isLoadingMore={query.isFetchingNextPage}
        />
      )}
      {slots.length === 0 && <NoneFree choice={choice} whenNoneIsFree={whenNoneIsFree} />}
      {query.isFetchNextPageError && (
        <ErrorState title={t('times.failed')} error={query.error} onRetry={retry} busy={query.isFetching} />
      )}
    </div>
  );
}

function NoneFree({ choice: { service, site, who }, whenNoneIsFree }: Omit<Props, 'gone'>) {
  const { t } = useTranslation('appointment-times');
  const [, put] = useQueryParams();
  const { longDay } = useZoned();
  const { valid_until } = service.plan ?? {};
  const planEnd = valid_until ? Date.parse(valid_until) : Infinity;
  const day = longDay(Math.min(useNow() + service.days_ahead * 86_400_000, planEnd), site.timezone);
  const name = service.practitioners.find(({ id }) => id === who)?.name;
  const others = name !== undefined && service.practitioners.length > 1;
  return (
    <>
      <EmptyState
        title={others ? t('times.noneWith', { name, day }) : t('times.none', { day })}
        text={t('times.none.text')}
        action={
          <Row gap={8} justify="center" wrap>
            {others && (
              <Button size="s" variant="ink" onClick={() => put({ with: ANYBODY, day: null })}>
                {t('times.anyone')}
              </Button>
            )}
            <AskTeam begin={{ treatment: service.treatment, patient_note: site.name }} />
          </Row>
        }
      />
      {whenNoneIsFree?.({ service_id: service.id, site_id: site.id, practitioner_id: who === ANYBODY ? null : who })}
    </>
  );
}
