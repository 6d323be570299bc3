import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AccessEntry } from '#contract/privacy.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { Stack } from '#web/ui/layout.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import styles from './own.module.css';

/** Lists each access to the person's photos and answers, newest first. */
export function AccessSection() {
  const { t } = useTranslation('account');
  const query = useInfiniteQuery(
    api.privacy.listMyAccessLog.infiniteOptions({
      input: (before: number | null) => ({ before }),
      initialPageParam: null as number | null,
      getNextPageParam: ({ next }) => next,
    }),
  );
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <SettingsSection title={t('access.title')} text={t('access.text')}>
      {query.isError && rows.length === 0 ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />
      ) : query.isPending ? (
        <SkeletonRows rows={3} />
      ) : rows.length === 0 ? (
        <p className="muted">{t('access.empty')}</p>
      ) : (
        <Stack as="ul" className={styles.log}>
          {rows.map((row) => (
            <Entry key={row.id} entry={row} />
          ))}
        </Stack>
      )}
      <LoadMore query={query}>{t('access.more')}</LoadMore>
    </SettingsSection>
  );
}

function Entry({ entry: { action, actor_name, actor_role, at, reason } }: { entry: AccessEntry }) {
  const { t, i18n } = useTranslation('account');
  const { dateTime } = useFormat();
  const key = `account:access.${action}`;
  // The actions come from the service, so TypeScript does not know the translation keys.
  const what = i18n.exists(key) ? (i18n.t as (key: string) => string)(key) : t('access.other');
  const who = actor_name ?? t(actor_role ? `access.role.${actor_role}` : 'access.service');
  return (
    <li>
      <span>
        <strong>
          <bdi>{who}</bdi>
        </strong>{' '}
        {what}
        {reason && <small>{t('access.reason', { reason: t(`access.reason.${reason}`) })}</small>}
      </span>
      <time dateTime={at}>{dateTime(at)}</time>
    </li>
  );
}
