import { PenLine } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel } from '#contract/community/channels.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { Icon } from '#web/ui/icon.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { later } from '#web/lib/later.ts';
import { Row } from '#web/ui/layout.tsx';
import { FavouriteStar } from './favourite-star.tsx';
import { FollowMenu, followStateOf } from '../people/follow-menu.tsx';
import { Banner } from '../parts/banner.tsx';
import { Letter } from '../parts/letter.tsx';
import { JoinButton } from './join-button.tsx';
import styles from './channel-head.module.css';

const EndingNotice = later(() => import('./ending-notice.tsx'));

export function ChannelHead({ channel }: { channel: Channel }) {
  const { t } = useTranslation('community');
  const locale = useLocale();
  return (
    <header className={styles.head}>
      <Banner name={channel.name} url={channel.banner_url} />
      <Row gap={16} rowGap={12} align="center" wrap className={styles.row}>
        <span className={styles.icon}>
          <Letter name={channel.name} url={channel.icon_url} size="l" />
        </span>
        <div className={styles.words}>
          <h1 className={styles.name} dir="auto">
            {channel.name || channel.slug}
          </h1>
          <p className={styles.slug}>fl@{channel.slug}</p>
        </div>
        <Row gap={8} align="center" wrap>
          <FavouriteStar id={channel.id} name={channel.name} />
          <FollowMenu target={{ channel_id: channel.id }} state={followStateOf(channel)} name={channel.name} />
          {channel.kind === 'community' && <JoinButton channel={channel} />}
          {channel.can_post && (
            <LinkButton
              to={`${inLanguage('/community/new-post', locale)}?in=${encodeURIComponent(channel.slug)}`}
              size="s"
              variant="primary"
              className="only-large"
            >
              <Icon as={PenLine} size="s" />
              {t('channel.write')}
            </LinkButton>
          )}
        </Row>
      </Row>
      {(channel.archived_at || channel.delete_at) && (
        <Suspense>
          <EndingNotice channel={channel} />
        </Suspense>
      )}
      {channel.description && (
        <p className={styles.description} dir="auto">
          {channel.description}
        </p>
      )}
    </header>
  );
}
