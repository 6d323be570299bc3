import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ChevronDown, PenLine } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Channel } from '#contract/community/channels.ts';
import { api, call } from '#web/lib/api.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { paged } from '../feed/paged.ts';
import { PostList } from '../feed/post-list.tsx';
import { SortLinks } from '../feed/sort-links.tsx';
import { Page, useHasEdge } from '../layout/page.tsx';
import { ReadingNote } from '../reading/reading-note.tsx';
import { useShownLanguages } from '../reading/shown-languages.ts';
import { refreshMyCommunity, usePresence } from '../layout/use-my-community.ts';
import { remember } from '../local/recent.ts';
import { channelPath } from '../parts/links.ts';
import { ChannelAside, ChannelCards, ChannelLinks } from './channel-aside.tsx';
import { ChannelHead } from './channel-head.tsx';
import links from '../feed/sort-links.module.css';
import styles from './channel-page.module.css';
import { ChannelState } from './channel-state.tsx';

const sorts = ['latest', 'hot', 'top', 'unanswered'] as const;

export function ChannelPage({ slug }: { slug: string }) {
  const query = useQuery(api.community.getChannel.queryOptions({ input: { slug } }));
  if (!query.data) return <ChannelState query={query} />;
  return <Loaded channel={query.data} />;
}

function Loaded({ channel }: { channel: Channel }) {
  const { t } = useTranslation('community');
  const locale = useLocale();
  const asked = useSearchParams()[0].get('sort');
  const sort = sorts.find((one) => one === asked) ?? 'latest';
  const languages = useShownLanguages();
  const query = useInfiniteQuery(
    api.community.listChannelPosts.infiniteOptions({
      input: (cursor: string | undefined) => ({ slug: channel.slug, sort, languages, cursor }),
      ...paged,
    }),
  );
  useVisit(channel);
  const hasEdge = useHasEdge();
  return (
    <Page aside={<ChannelAside channel={channel} />}>
      <ChannelHead channel={channel} />
      {!hasEdge && <ChannelBrief channel={channel} />}
      <Row gap={8} align="center" justify="between" className={links.row}>
        <SortLinks
          name="sort"
          label={t('sort.label')}
          current={sort}
          options={sorts.map((key) => ({ key, label: t(`sort.${key}`) }))}
        />
      </Row>
      <ReadingNote />
      <PostList
        query={query}
        hideChannel
        empty={{
          title: t('channel.empty'),
          text: channel.can_post && t('channel.empty.text'),
          action: channel.can_post && (
            <LinkButton
              to={`${inLanguage('/community/new-post', locale)}?in=${encodeURIComponent(channel.slug)}`}
              size="s"
            >
              <Icon as={PenLine} size="s" />
              {t('channel.write')}
            </LinkButton>
          ),
        }}
      />
    </Page>
  );
}

/**
 * A row of links that replaces the side column of a community's page if there is no room for the column. The row starts
 * with a button that shows the cards of the column below the row.
 */
function ChannelBrief({ channel }: { channel: Channel }) {
  const { t } = useTranslation('community');
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Row gap={8} align="center" className={styles.row}>
        <Button size="s" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {t('channel.about')}
          <Icon as={ChevronDown} size="s" className={styles.sign} />
        </Button>
        <ChannelLinks channel={channel} />
      </Row>
      {isOpen && (
        <Stack id={id} gap={12} className={styles.cards}>
          {/* The page header already shows the description, so the cards leave it out. */}
          <ChannelCards channel={{ ...channel, description: null }} />
        </Stack>
      )}
    </>
  );
}

/**
 * Moves the community to the top of the list of recently viewed communities. If the reader is a member, the whole
 * community is marked as read.
 */
function useVisit({ id, slug, name, is_member }: Channel) {
  usePresence(id, slug);
  useEffect(() => remember({ path: channelPath(slug), name }), [slug, name]);
  useEffect(() => {
    if (is_member) call.community.markChannelSeen({ channel_id: id }).then(refreshMyCommunity, () => undefined);
  }, [id, is_member]);
}
