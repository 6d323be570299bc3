import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { useTermNames } from '#web/lib/term-names.ts';
import { ChannelInfo, ChannelNumbers } from '../channel/channel-info.tsx';
import { JoinButton } from '../channel/join-button.tsx';
import info from '../channel/channel-info.module.css';
import { recent } from '../local/recent.ts';
import { useStored } from '../local/stored-value.ts';
import { tagPath } from '../parts/links.ts';

const starting = 'skincarescience';
const prefix = '/community/f/';

/**
 * The side column of pages without a community: the community that was opened last, this week's topics, and emergency
 * numbers.
 */
export function DefaultAside() {
  const visits = useStored(recent);
  const last = visits.find(({ path }) => path.startsWith(prefix));
  const slug = last ? decodeURIComponent(last.path.slice(prefix.length)) : starting;
  return (
    <>
      <LastChannel slug={slug} />
      <Trending />
      <Emergency />
    </>
  );
}

function LastChannel({ slug }: { slug: string }) {
  // The page beside this column may have failed to load the same community. Another request would then show that page's
  // spinner again, and this would repeat without end.
  const { data } = useQuery(api.community.getChannel.queryOptions({ input: { slug }, retryOnMount: false }));
  if (!data) return null;
  return (
    <ChannelInfo channel={data} isLink themesShown={3}>
      <ChannelNumbers members={data.members_count} online={data.online_count} created={data.created_at} />
      <JoinButton channel={data} />
    </ChannelInfo>
  );
}

export function Trending() {
  const { t } = useTranslation('community');
  const { topic } = useTermNames();
  const { data = [] } = useQuery(api.community.trendingTop3.queryOptions());
  if (data.length === 0) return null;
  return (
    <section className={info.box}>
      <h2 className={info.boxTitle}>{t('trending.title')}</h2>
      <ol className={info.trend}>
        {data.map(({ id, title, posts_last7 }, index) => (
          <li key={id}>
            <span className="num muted">{index + 1}</span>
            <span>
              <LocalisedLink to={tagPath(id)}>
                <bdi>{topic({ id, title })}</bdi>
              </LocalisedLink>
              <small>{t('trending.posts', { count: posts_last7 })}</small>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function Emergency() {
  const { t } = useTranslation('community');
  return <p className={info.emergency}>{t('emergency')}</p>;
}
