import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarFeed } from '#contract/bookings.ts';
import { call } from '#web/lib/api.ts';
import { refusalOf } from '#web/lib/refusal.ts';
import { SubPage } from '#web/lib/sub-page.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { keepsOut, NotYet } from '../queue/queue-refused.tsx';
import { BusySection } from './busy-section.tsx';
import styles from './calendars.module.css';
import { Feeds } from './feeds.tsx';
import { calendarsQuery, keepCalendars } from './use-calendars.ts';

/**
 * The page on which a practitioner connects other calendars. It has secret addresses from which other programs load the
 * practitioner's appointments. It also lists the practitioner's calendars in other systems. Patients cannot choose
 * times at which one of these calendars is busy.
 */
export function CalendarsPage() {
  const { t } = useTranslation('bookings');
  const { data, error, isError, isFetching, isPending, refetch } = useQuery(calendarsQuery);
  const refusal = refusalOf(error)?.code;
  const isRefused = !data && keepsOut(refusal);
  const retry = { onRetry: () => void refetch(), busy: isFetching };
  return (
    <SubPage
      back={{ to: '/studio', text: t('calendars.back') }}
      title={isRefused ? null : t('calendars.title')}
      lead={t('calendars.lead')}
      isLoading={isPending}
    >
      {isRefused && <NotYet refusal={refusal} {...retry} />}
      {isPending && <SkeletonRows rows={5} />}
      {isError && !data && !isRefused && <ErrorState error={error} {...retry} />}
      {data && (
        <div className={styles.parts}>
          <FeedsSection feeds={data.feeds} />
          <BusySection calendars={data.busy} />
        </div>
      )}
    </SubPage>
  );
}

/** Manages the secret addresses from which other programs load the practitioner's appointments. */
function FeedsSection({ feeds }: { feeds: readonly CalendarFeed[] }) {
  const { t } = useTranslation('bookings');
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 className="h3" id={id}>
        {t('feeds.title')}
      </h2>
      <p className={styles.text}>{t('feeds.text')}</p>
      <Feeds
        feeds={feeds}
        make={async (shows_names) => {
          const { address, ...calendars } = await call.bookings.makeMyCalendarFeed({ shows_names });
          keepCalendars(calendars);
          return address;
        }}
        revoke={async (feed) => keepCalendars(await call.bookings.revokeMyCalendarFeed({ id: feed }))}
      />
    </section>
  );
}
