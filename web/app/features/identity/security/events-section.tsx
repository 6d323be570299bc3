import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import styles from '../own/own.module.css';

/** What happened to the keys of the account lately. */
export function EventsSection() {
  const { t } = useTranslation('identity');
  const { dateTime } = useFormat();
  const { data, error, isError, isFetching, refetch } = useQuery({
    ...api.account.listMySecurityEvents.queryOptions(),
    refetchOnMount: 'always',
  });
  return (
    <SettingsSection title={t('events.title')} text={t('events.text')}>
      {isError && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : !data ? (
        <SkeletonRows rows={3} />
      ) : data.length === 0 ? (
        <p className="muted">{t('events.empty')}</p>
      ) : (
        <ul className={styles.log}>
          {data.map(({ id, kind, at }) => (
            <li key={id}>
              <span>{t(`events.${kind}`)}</span>
              <time dateTime={at}>{dateTime(at)}</time>
            </li>
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}
