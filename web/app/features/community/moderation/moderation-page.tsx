import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Me } from '#contract/identity.ts';
import { useQueryParams } from '#web/lib/use-query-params.ts';
import { api } from '#web/lib/api.ts';
import { Row, Stack } from '#web/ui/layout.tsx';
import { EmptyState } from '#web/ui/list-states.tsx';
import { paged } from '../feed/paged.ts';
import { SortLinks } from '../feed/sort-links.tsx';
import { Page } from '../layout/page.tsx';
import { useMyCommunity } from '../layout/use-my-community.ts';
import { Appeals } from './appeals.tsx';
import { DecisionList } from './decision-list.tsx';
import { Queue } from './queue.tsx';
import { WordFilters } from './word-filters.tsx';
import styles from './moderation.module.css';

const tabs = ['queue', 'decided', 'appeals', 'filters', 'log'] as const;

/** The moderation page, for moderators of a community and for administrators. */
export function ModerationPage({ user }: { user: Me }) {
  const { t } = useTranslation(['community', 'moderation']);
  const mine = useMyCommunity();
  if (!mine) return <Page title={t('nav.moderation')}>{null}</Page>;
  if (!mine.is_moderator && user.role !== 'admin')
    return (
      <Page>
        <EmptyState title={t('moderation:denied')} text={t('moderation:denied.text')} />
      </Page>
    );
  return (
    <Page title={t('nav.moderation')} lead={t('moderation:lead')}>
      <ModerationDesk isAdmin={user.role === 'admin'} />
    </Page>
  );
}

/** The moderation queue and the tabs next to it. The admin area also shows this component. */
export function ModerationDesk({ isAdmin }: { isAdmin: boolean }) {
  const { t } = useTranslation(['community', 'moderation']);
  const [params, put] = useQueryParams();
  const mine = useMyCommunity();
  const tab = tabs.find((one) => one === params.get('tab')) ?? 'queue';
  const moderated = mine?.memberships.filter(({ can_moderate, kind }) => can_moderate && kind === 'community') ?? [];
  const asked = params.get('channel');
  const slug = asked ?? '';
  const known = moderated.find(({ channel }) => channel.slug === slug)?.channel.id;
  const { data } = useQuery(api.community.getChannel.queryOptions({ input: { slug }, enabled: slug !== '' && !known }));
  const channelId = slug === '' ? undefined : (known ?? data?.id);
  const isReady = slug === '' ? isAdmin || moderated.length > 0 : channelId !== undefined;
  const counts = useQuery(api.community.listReports.queryOptions({ input: { limit: 1 }, enabled: mine !== undefined }));
  const everywhere = counts.data?.open_by_channel.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const withCount = (name: string, count: number) =>
    count > 0 ? t('moderation:where.count', { name, waiting: count }) : name;
  const countOf = (id: string) => counts.data?.open_by_channel.find(({ channel_id }) => channel_id === id)?.count ?? 0;
  // Only administrators edit the filtered words of all communities. Other moderators edit the filtered words of the
  // chosen community.
  const wordsOf = channelId ?? (moderated.length === 1 ? moderated[0]?.channel.id : undefined);
  return (
    <Stack gap={16} className={styles.desk}>
      <Row gap={24} rowGap={8} align="center" justify="between" wrap className={styles.bar}>
        <SortLinks
          name="tab"
          label={t('nav.moderation')}
          current={tab}
          options={tabs.map((key) => ({ key, label: t(`moderation:tab.${key}`) }))}
        />
        <label className={styles.where}>
          <span className="visually-hidden">{t('moderation:where')}</span>
          <select value={slug} onChange={(event) => put({ channel: event.target.value })}>
            <option value="">{withCount(t('moderation:everywhere'), everywhere)}</option>
            {asked && !moderated.some(({ channel }) => channel.slug === asked) && (
              <option value={asked}>fl@{asked}</option>
            )}
            {moderated.map(({ channel }) => (
              <option key={channel.id} value={channel.slug} dir="auto">
                {withCount(channel.name, countOf(channel.id))}
              </option>
            ))}
          </select>
        </label>
      </Row>
      {isReady && (
        <>
          {tab === 'queue' && <Queue channelId={channelId} status="open" />}
          {tab === 'decided' && <Queue channelId={channelId} status="decided" />}
          {tab === 'appeals' && <Appeals channelId={channelId} />}
          {tab === 'filters' &&
            (isAdmin || wordsOf ? (
              <WordFilters channelId={isAdmin ? channelId : wordsOf} />
            ) : (
              <EmptyState title={t('moderation:filters.choose')} text={t('moderation:filters.choose.text')} />
            ))}
          {tab === 'log' && <Log channelId={channelId} />}
        </>
      )}
    </Stack>
  );
}

/** The log of decisions, newest first. */
function Log({ channelId }: { channelId: string | undefined }) {
  const { t } = useTranslation(['community', 'moderation']);
  const query = useInfiniteQuery(
    api.community.listModerationLog.infiniteOptions({
      input: (cursor: string | undefined) => ({ channel_id: channelId, cursor }),
      ...paged,
    }),
  );
  return <DecisionList query={query} empty={t('moderation:empty.log')} />;
}
