import { useQuery } from '@tanstack/react-query';
import { PenLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Channel } from '#contract/community/channels.ts';
import type { GuideCard } from '#contract/community/guides.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink, useLocale } from '#web/lib/locale.tsx';
import { useErrorText } from '#web/lib/refusal.ts';
import { inLanguage } from '#web/paths.ts';
import { Icon } from '#web/ui/icon.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { ChannelAside } from '../channel/channel-aside.tsx';
import { ChannelState } from '../channel/channel-state.tsx';
import { Page } from '../layout/page.tsx';
import { channelPath, guidePath, newGuidePath } from '../parts/links.ts';
import styles from './guides.module.css';

/** The guides of a community. People who work on a guide also see it before it is published. */
export function GuidesPage({ slug }: { slug: string }) {
  const query = useQuery(api.community.getChannel.queryOptions({ input: { slug } }));
  if (!query.data) return <ChannelState query={query} />;
  return <Guides channel={query.data} />;
}

function Guides({ channel }: { channel: Channel }) {
  const { t } = useTranslation('community-guides');
  const locale = useLocale();
  const errorText = useErrorText();
  const query = useQuery(api.community.listGuides.queryOptions({ input: { slug: channel.slug } }));
  return (
    <Page
      title={t('title')}
      lead={
        <>
          <LocalisedLink to={channelPath(channel.slug)}>fl@{channel.slug}</LocalisedLink> · {t('lead')}
        </>
      }
      action={
        query.data?.can_write && (
          <LinkButton to={inLanguage(newGuidePath(channel.slug), locale)} size="s">
            <Icon as={PenLine} size="s" />
            {t('new')}
          </LinkButton>
        )
      }
      aside={<ChannelAside channel={channel} isLink />}
    >
      {query.data ? (
        <>
          {query.data.published.length === 0 ? (
            <EmptyState title={t('none')} />
          ) : (
            <Cards cards={query.data.published} />
          )}
          {query.data.pending.length > 0 && (
            <section className={styles.section}>
              <h2 className={styles.sectionTitle}>{t('pending')}</h2>
              <Cards cards={query.data.pending} />
            </section>
          )}
        </>
      ) : query.isError ? (
        <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} busy={query.isRefetching} />
      ) : (
        <div aria-busy="true">
          <SkeletonRows rows={4} />
        </div>
      )}
    </Page>
  );
}

function Cards({ cards }: { cards: readonly GuideCard[] }) {
  const { t } = useTranslation('community-guides');
  const { date } = useFormat();
  return (
    <ul className={styles.list}>
      {cards.map(({ id, title, lang, excerpt, author, reviewed_at }) => (
        <li key={id}>
          <LocalisedLink className={styles.name} to={guidePath(id)} lang={lang ?? undefined} dir="auto">
            {title}
          </LocalisedLink>
          <p className="small" lang={lang ?? undefined} dir="auto">
            {excerpt}
          </p>
          <p className="micro muted">
            {author && t('by', { name: author.display_name })}
            {reviewed_at && ` · ${date(reviewed_at)}`}
          </p>
        </li>
      ))}
    </ul>
  );
}
