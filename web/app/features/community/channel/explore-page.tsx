import { Globe, Lock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChannelCard } from '#contract/community/channels.ts';
import type { Me } from '#contract/identity.ts';
import { LocalisedLink, useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useView } from '../feed/feed-page.tsx';
import { DefaultAside } from '../layout/default-aside.tsx';
import { Page } from '../layout/page.tsx';
import { Letter } from '../parts/letter.tsx';
import { channelPath } from '../parts/links.ts';
import { ChannelList } from './channel-list.tsx';
import { FavouriteStar } from './favourite-star.tsx';
import { JoinButton } from './join-button.tsx';
import { useChannels } from './use-channels.ts';
import styles from './channel-list.module.css';

export function ExplorePage({ user }: { user: Me }) {
  const { t } = useTranslation('community');
  const [search, setSearch] = useState('');
  const query = useChannels({ search, view: useView(user) });
  const total = query.data?.pages[0]?.total;
  return (
    <Page title={t('explore.title')} aside={<DefaultAside />}>
      <TextField
        className={styles.find}
        label={<span className="visually-hidden">{t('explore.search')}</span>}
        type="search"
        required={false}
        placeholder={t('explore.search')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <p role="status" className={styles.count}>
        {total !== undefined && t('explore.count', { count: total })}
      </p>
      <ChannelList query={query} empty={t('explore.empty')} className={styles.cards}>
        {(channel) => <Card channel={channel} />}
      </ChannelList>
    </Page>
  );
}

function Card({ channel }: { channel: ChannelCard }) {
  const { t } = useTranslation('community');
  const locale = useLocale();
  const path = channelPath(channel.slug);
  return (
    <article className={styles.card}>
      <Letter name={channel.name} url={channel.icon_url} size="l" />
      <div>
        <h2 className={styles.name}>
          <LocalisedLink to={path}>
            <bdi>{channel.name}</bdi>
          </LocalisedLink>
        </h2>
        <p className={styles.note}>
          <Icon as={channel.is_exclusive ? Lock : Globe} size="s" className={styles.sign} />{' '}
          {t(channel.is_exclusive ? 'explore.exclusive' : 'explore.public')} ·{' '}
          {t('channel.membersCount', { count: channel.members_count })}
        </p>
      </div>
      <FavouriteStar id={channel.id} name={channel.name} />
      <p className={styles.about} dir="auto">
        {channel.description}
      </p>
      <Row gap={8} className={styles.buttons}>
        <LinkButton to={inLanguage(path, locale)} size="s" aria-label={`${t('explore.open')} ${channel.name}`}>
          {t('explore.open')}
        </LinkButton>
        <JoinButton channel={channel} words={{ join: t('explore.join'), member: t('explore.member') }} />
      </Row>
    </article>
  );
}
