import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Me } from '#contract/identity.ts';
import { useQueryParams } from '#web/lib/use-query-params.ts';
import { api } from '#web/lib/api.ts';
import { EmptyState } from '#web/ui/list-states.tsx';
import { SortLinks } from '../feed/sort-links.tsx';
import { Page } from '../layout/page.tsx';
import { useMyCommunity } from '../layout/use-my-community.ts';
import { Appeals } from './appeals.tsx';
import { Log } from './log.tsx';
import { Queue } from './queue.tsx';
import { WordFilters } from './word-filters.tsx';
import styles from './moderation.module.css';

const tabs = ['queue', 'decided', 'appeals', 'filters', 'log'] as const;

/** For moderators of a community, and for administrators of all. */
export function ModerationPage({ user }: { user: Me }) {
  const { t } = useTranslation('community');
  const mine = useMyCommunity();
  if (!mine) return <Page title={t('nav.moderation')}>{null}</Page>;
  if (!mine.is_moderator && user.role !== 'admin')
    return (
      <Page>
        <EmptyState title={t('moderation.denied')} text={t('moderation.denied.text')} />
      </Page>
    );
  return (
    <Page title={t('nav.moderation')} lead={t('moderation.lead')}>
      <ModerationDesk isAdmin={user.role === 'admin'} />
    </Page>
  );
}

/** The queue and what belongs to it; also a part of the admin area. */
export function ModerationDesk({ isAdmin }: { isAdmin: boolean }) {
  const { t } = useTranslation('community');
  const [params, put] = useQueryParams();
  const mine = useMyCommunity();
  const tab = tabs.find((one) => one === params.get('tab')) ?? 'queue';
  const moderated = mine?.memberships.filter(({ role, kind }) => role !== 'member' && kind === 'community') ?? [];
  const asked = params.get('channel');
  const slug = asked ?? (isAdmin ? '' : (moderated[0]?.channel.slug ?? ''));
  const known = moderated.find(({ channel }) => channel.slug === slug)?.channel.id;
  const { data } = useQuery(api.community.getChannel.queryOptions({ input: { slug }, enabled: slug !== '' && !known }));
  const channelId = slug === '' ? undefined : (known ?? data?.id);
  const isReady = slug === '' ? isAdmin : channelId !== undefined;

  const choose = (next: string) => put({ channel: next });
  return (
    <div className={styles.desk}>
      <div className={styles.bar}>
        <SortLinks
          name="tab"
          label={t('nav.moderation')}
          current={tab}
          options={tabs.map((key) => ({ key, label: t(`moderation.tab.${key}`) }))}
        />
        <label className={styles.where}>
          <span className="visually-hidden">{t('moderation.where')}</span>
          <select value={slug} onChange={(event) => choose(event.target.value)}>
            {isAdmin && <option value="">{t('moderation.everywhere')}</option>}
            {asked && !moderated.some(({ channel }) => channel.slug === asked) && (
              <option value={asked}>fl@{asked}</option>
            )}
            {moderated.map(({ channel }) => (
              <option key={channel.id} value={channel.slug} dir="auto">
                {channel.name}
              </option>
            ))}
          </select>
        </label>
      </div>
      {isReady && (
        <>
          {tab === 'queue' && <Queue channelId={channelId} status="open" />}
          {tab === 'decided' && <Queue channelId={channelId} status="decided" />}
          {tab === 'appeals' && <Appeals channelId={channelId} />}
          {tab === 'filters' && <WordFilters channelId={channelId} />}
          {tab === 'log' && <Log channelId={channelId} />}
        </>
      )}
    </div>
  );
}
