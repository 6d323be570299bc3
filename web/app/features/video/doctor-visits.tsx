import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { VideoVisit } from '#contract/video.ts';
import { api } from '#web/lib/api.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { ownZone, useZoned } from '#web/lib/zoned.ts';
import { inLanguage } from '#web/paths.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import styles from './cards.module.css';
import { useTitle } from './use-title.ts';

/** Lists the doctor's open video visits, both of appointments and of cases. Nothing is shown if there are none. */
export function DoctorVisits() {
  const { t } = useTranslation('video-doctor');
  const { data, isError, error, isFetching, refetch } = useQuery({
    ...api.video.listDoctorVideoVisits.queryOptions(),
    // Each load is recorded in the patients' logs, so nothing is loaded without need.
    refetchOnWindowFocus: false,
    staleTime: 5 * 60_000,
  });
  if (isError) return <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />;
  if (!data || data.length === 0) return null;
  return (
    <section className={styles.visits} aria-label={t('own.title')}>
      <h2 className="title">{t('own.title')}</h2>
      <ul>
        {data.map((visit) => (
          <DoctorVisit key={visit.id} visit={visit} />
        ))}
      </ul>
    </section>
  );
}

function DoctorVisit({ visit }: { visit: VideoVisit }) {
  const { t } = useTranslation(['video', 'video-doctor']);
  const { moment } = useZoned();
  const locale = useLocale();
  const title = useTitle()(visit);
  const isOpen = useNow() >= Date.parse(visit.opens_at);
  return (
    <li>
      <p>
        <strong className="num">{moment(visit.planned_at, ownZone())}</strong>
        <br />
        <bdi>{title}</bdi>
        {isOpen && visit.is_other_there && <small>{t('video-doctor:waits')}</small>}
      </p>
      {/* The link loads a new document, because only the document of the visit page may use the microphone. */}
      <LinkButton
        size="s"
        variant={isOpen ? 'primary' : 'line'}
        to={inLanguage(`/visit/${visit.id}`, locale)}
        aria-label={`${t(isOpen ? 'video:join' : 'video:check.short')}: ${title}`}
        reloadDocument
      >
        {t(isOpen ? 'video:join' : 'video:check.short')}
      </LinkButton>
    </li>
  );
}
