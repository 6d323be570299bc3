import { useTranslation } from 'react-i18next';
import type { SiteVersion } from '#contract/site.ts';
import { useFormat } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Shown } from './block-list.tsx';
import type { Place } from './place.ts';
import { useVersions } from './use-site-content.ts';
import styles from './site-content.module.css';

interface Props {
  place: Place;
  onLookAt: (version: SiteVersion) => void;
  onRestore: (version: SiteVersion) => void;
  /** The id of the version that is being restored, if there is one. */
  busyId: string | undefined;
}

/**
 * Lists the publications, each with its time, author and state. Restoring publishes an old text as a new version, so no
 * version is lost.
 */
export function History({ place, onLookAt, onRestore, busyId }: Props) {
  const { t } = useTranslation('content');
  const versions = useVersions(place);
  return (
    <Stack as="section" gap={8} className={styles.history} aria-labelledby="history" aria-busy={versions.isPending}>
      <h2 className="title" id="history">
        {t('history')}
      </h2>
      {versions.isPending && <SkeletonRows rows={3} />}
      {versions.isError && (
        <ErrorState error={versions.error} onRetry={() => void versions.refetch()} busy={versions.isFetching} />
      )}
      {versions.data?.length === 0 && <p className="small muted">{t('history.empty')}</p>}
      <ol>
        {versions.data?.map((version, index) => (
          <li key={version.id}>
            <Entry version={version} />
            {index > 0 && (
              <Row gap={8}>
                <Button size="xs" variant="quiet" onClick={() => onLookAt(version)}>
                  {t('history.look')}
                </Button>
                <Button size="xs" onClick={() => onRestore(version)} busy={busyId === version.id}>
                  {t('history.restore')}
                </Button>
              </Row>
            )}
          </li>
        ))}
      </ol>
    </Stack>
  );
}

function Entry({ version }: { version: SiteVersion }) {
  const { t } = useTranslation('content');
  const { dateTime } = useFormat();
  return (
    <div>
      <p className="small num">
        <time dateTime={version.made_at}>{dateTime(version.made_at)}</time>
      </p>
      <p className="small muted">{version.made_by || t('history.gone')}</p>
      <p>
        <Shown state={version} />
      </p>
      {version.reason && (
        <p className="small muted" dir="auto">
          {version.reason}
        </p>
      )}
    </div>
  );
}
