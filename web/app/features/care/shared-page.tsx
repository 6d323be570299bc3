import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SharedSimulation } from '#contract/case-flow.ts';
import { type Pose, Poses } from '#contract/intake.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { refusalOf } from '#web/lib/refusal.ts';
import { isStyle, type Track, Tracks } from '#web/lib/tracks.ts';
import { CompareSlider, UntreatedPhoto } from '#web/ui/compare-slider.tsx';
import { Row } from '#web/ui/layout.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import styles from './care.module.css';

/**
 * The page that a share link opens. The secret is in the fragment of the address, which browsers never send to a
 * server.
 */
export function SharedPage({ brand }: { brand: ReactNode }) {
  const { t } = useTranslation('care');
  const [token, setToken] = useState<string>();
  useEffect(() => setToken(location.hash.slice(1)), []);
  const shared = useQuery({
    ...api.caseFlow.getSharedSimulation.queryOptions({ input: { token: token ?? '' }, retry: false }),
    enabled: token !== undefined && token.length >= 20,
    refetchOnWindowFocus: false,
  });
  const isGone = (token !== undefined && token.length < 20) || refusalOf(shared.error) !== undefined;
  return (
    <main className={`page ${styles.narrow}`} id="content">
      {brand}
      {shared.data ? (
        <Shared shared={shared.data} />
      ) : isGone ? (
        <EmptyState title={t('shared.gone')} text={t('shared.gone_text')} />
      ) : shared.isError ? (
        <ErrorState error={shared.error} onRetry={() => void shared.refetch()} busy={shared.isFetching} />
      ) : (
        <Spinner page />
      )}
    </main>
  );
}

function Shared({
  shared: { before, renderings, practitioner_name, published_at, expires_at },
}: {
  shared: SharedSimulation;
}) {
  const { t } = useTranslation(['care', 'ui']);
  const { date, dateTime } = useFormat();
  const poses = Poses.filter((pose) => before.some((photo) => photo.pose === pose));
  const [pose, setPose] = useState<Pose>(poses[0] ?? 'front');
  const [track, setTrack] = useState<Track>('natural');
  const photo = before.find((one) => one.pose === pose);
  const made = renderings.find((one) => one.pose === pose && one.style === track);
  return (
    <>
      <h1 className="h2">{t('shared.title')}</h1>
      <p className={styles.lead}>{t('shared.lead', { name: practitioner_name, day: date(published_at) })}</p>
      <Row gap={12} wrap className={styles.choose}>
        <SegmentedControl
          label={t('shared.pose')}
          size="s"
          value={pose}
          options={poses.map((value) => ({ value, label: t(`shared.pose.${value}`) }))}
          onChange={setPose}
        />
        <SegmentedControl
          label={t('shared.style')}
          size="s"
          wraps
          value={track}
          options={Tracks.map((value) => ({
            value,
            label: isStyle(value) ? t(`shared.style.${value}`) : t('ui:compare.untreated'),
          }))}
          onChange={setTrack}
        />
      </Row>
      {photo && track === 'untreated' && (
        <UntreatedPhoto photo={{ src: photo.url, alt: t('shared.before'), date: date(photo.created_at) }} />
      )}
      {photo && made && (
        <CompareSlider
          key={`${photo.id} ${made.id}`}
          before={{ src: photo.url, alt: t('shared.before'), date: date(photo.created_at) }}
          simulation={{ src: made.url, alt: t('shared.simulation'), date: date(made.created_at) }}
        />
      )}
      <p className="small muted">{t('shared.limits', { moment: dateTime(expires_at) })}</p>
    </>
  );
}
