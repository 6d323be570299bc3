import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChannelCard } from '#contract/community/channels.ts';
import { call } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { LocalisedLink, useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Row } from '#web/ui/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { DefaultAside } from '../layout/default-aside.tsx';
import { Page } from '../layout/page.tsx';
import { refreshMyCommunity, useMyCommunity } from '../layout/use-my-community.ts';
import { favourites } from '../local/favourites.ts';
import { useStored } from '../local/stored-value.ts';
import { Letter } from '../parts/letter.tsx';
import { channelPath } from '../parts/links.ts';
import { ChannelList } from './channel-list.tsx';
import { FavouriteStar } from './favourite-star.tsx';
import { JoinButton } from './join-button.tsx';
import { useChannels } from './use-channels.ts';
import styles from './channel-list.module.css';

const SureDialog = lazy(() => import('../parts/sure-dialog.tsx'));

const none = ['00000000-0000-4000-8000-000000000000'];

/** Lists all communities, or the favourites, and the communities that the reader's plan no longer includes. */
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
      <Unreachable />
    </Page>
  );
}

function List({ search, ids, empty }: { search: string; ids?: string[]; empty: string }) {
  // An empty list of ids would mean all communities, so an id that does not exist is used.
  const query = useChannels({ search, ...(ids && { ids: ids.length > 0 ? ids : none }) });
  return (
    <ChannelList query={query} empty={empty}>
      {(channel) => <Entry channel={channel} />}
    </ChannelList>
  );
}

function Entry({ channel }: { channel: ChannelCard }) {
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
      <Row gap={12} className={styles.actions}>
        <LinkButton to={inLanguage(path, locale)} size="s" aria-label={`${t('manage.open')} ${channel.name}`}>
          {t('manage.open')}
        </LinkButton>
        <JoinButton channel={channel} words={{ join: t('manage.join'), member: t('manage.member') }} />
      </Row>
    </div>
  );
}

/** The communities of the reader that the reader's plan no longer includes. The reader can only leave them. */
function Unreachable() {
  const { t } = useTranslation(['community', 'community-ending']);
  const errorText = useErrorText();
  const channels = useMyCommunity()?.unreachable ?? [];
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (channel_id: string) => call.community.leaveChannel({ channel_id }),
    onSuccess: refreshMyCommunity,
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
  });
  const [asked, setAsked] = useState<(typeof channels)[number]>();
  if (channels.length === 0) return null;
  return (
    <section className={styles.unreachable}>
      <h2 className={styles.name}>{t('community-ending:unreachable.title')}</h2>
      <p className={styles.note}>{t('community-ending:unreachable.text')}</p>
      <ul>
        {channels.map((channel) => (
          <li key={channel.id} className={styles.row}>
            <p className={`${styles.words} ${styles.name}`}>
              <bdi>{channel.name}</bdi>
            </p>
            <Button
              size="s"
              busy={isPending && variables === channel.id}
              aria-label={`${t('channel.leave')} ${channel.name}`}
              onClick={() => setAsked(channel)}
            >
              {t('community-ending:leave')}
            </Button>
          </li>
        ))}
      </ul>
      <Suspense>
        {asked && (
          <SureDialog
            title={t('community-ending:handOn.title', { name: asked.name })}
            lead={t(asked.is_only_owner ? 'community-ending:handOn.lead' : 'community-ending:unreachable.lead')}
            action={t('community-ending:leave')}
            busy={isPending}
            onClose={() => setAsked(undefined)}
            onSure={() => {
              mutate(asked.id);
              setAsked(undefined);
            }}
          />
        )}
      </Suspense>
    </section>
  );
}
