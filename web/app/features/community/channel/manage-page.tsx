import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChannelCard } from '#contract/community/channels.ts';
import { LocalisedLink, useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { DefaultAside } from '../layout/default-aside.tsx';
import { Page } from '../layout/page.tsx';
import { favourites } from '../local/favourites.ts';
import { useStored } from '../local/stored-value.ts';
import { Letter } from '../parts/letter.tsx';
import { channelPath } from '../parts/links.ts';
import { ChannelList } from './channel-list.tsx';
import { FavouriteStar } from './favourite-star.tsx';
import { JoinButton } from './join-button.tsx';
import { useChannels } from './use-channels.ts';
import styles from './channel-list.module.css';

const none = ['00000000-0000-4000-8000-000000000000'];

/** Lists all communities, or the favourites. */
export function ManagePage() {
  const { t } = useTranslation('community');
  const [search, setSearch] = useState('');
  const starred = useStored(favourites);
  return (
    <Page title={t('manage.title')} aside={<DefaultAside />}>
      <TextField
        className={styles.find}
        label={<span className="visually-hidden">{t('explore.search')}</span>}
        type="search"
        required={false}
        placeholder={t('explore.search')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <Tabs
        label={t('manage.title')}
        tabs={[
          { key: 'all', title: t('manage.all'), content: <List search={search} empty={t('manage.empty')} /> },
          {
            key: 'favourites',
            title: t('manage.favourites'),
            content: (
              <List
                search={search}
                ids={starred}
                empty={t(starred.length === 0 ? 'manage.noFavourites' : 'manage.empty')}
              />
            ),
          },
        ]}
      />
    </Page>
  );
}

function List({ search, ids, empty }: { search: string; ids?: string[]; empty: string }) {
  // An empty list of ids would mean all communities, so an id that does not exist is used.
  const query = useChannels({ search, ...(ids && { ids: ids.length > 0 ? ids : none }) });
  return (
    <ChannelList query={query} empty={empty}>
      {(channel) => <Row channel={channel} />}
    </ChannelList>
  );
}

function Row({ channel }: { channel: ChannelCard }) {
  const { t } = useTranslation('community');
  const locale = useLocale();
  const path = channelPath(channel.slug);
  return (
    <div className={styles.row}>
      <FavouriteStar id={channel.id} name={channel.name} />
      <Letter name={channel.name} url={channel.icon_url} size="l" />
      <div className={styles.words}>
        <p className={styles.name}>
          <LocalisedLink to={path}>
            <bdi>{channel.name}</bdi>
          </LocalisedLink>
        </p>
        <p className={styles.note}>fl@{channel.slug}</p>
      </div>
      <LinkButton to={inLanguage(path, locale)} size="s" aria-label={`${t('manage.open')} ${channel.name}`}>
        {t('manage.open')}
      </LinkButton>
      <JoinButton channel={channel} words={{ join: t('manage.join'), member: t('manage.member') }} />
    </div>
  );
}
