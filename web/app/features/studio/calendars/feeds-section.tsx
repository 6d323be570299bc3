import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarFeed } from '#contract/bookings.ts';
import { call } from '#web/lib/api.ts';
import styles from './calendars.module.css';
import { Feeds } from './feeds.tsx';
import { keepCalendars } from './use-calendars.ts';

/** Manages the secret addresses from which other programs load the practitioner's appointments. */
export function FeedsSection({ feeds }: { feeds: readonly CalendarFeed[] }) {
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
