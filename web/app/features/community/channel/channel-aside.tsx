import { useTranslation } from 'react-i18next';
import type { Channel } from '#contract/community/channels.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { Stack } from '#web/ui/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Emergency } from '../layout/default-aside.tsx';
import { Author } from '../parts/author.tsx';
import { channelPath, guidesPath } from '../parts/links.ts';
import { ChannelInfo, ChannelNumbers } from './channel-info.tsx';
import { JoinButton } from './join-button.tsx';
import styles from './channel-info.module.css';

/** The side column of a community's pages. Narrow screens show its links and cards in `ChannelBrief`. */
export function ChannelAside({ channel, isLink }: { channel: Channel; isLink?: boolean }) {
  return (
    <>
      <ChannelCards channel={channel} isLink={isLink}>
        <div className={styles.buttons}>
          {channel.kind === 'community' && <JoinButton channel={channel} />}
          <ChannelLinks channel={channel} />
        </div>
      </ChannelCards>
      <Emergency />
    </>
  );
}

/** Lists the links on a community's page. Owners and moderators see more links than others. */
export function ChannelLinks({ channel }: { channel: Channel }) {
  const { t } = useTranslation('community');
  const locale = useLocale();
  const path = inLanguage(channelPath(channel.slug), locale);
  const waiting = channel.join_requests_count ?? 0;
  return (
    <>
      <LinkButton to={`${path}/members`} size="s">
        {t(waiting > 0 ? 'channel.membersWaiting' : 'channel.membersLink', { count: waiting })}
      </LinkButton>
      {channel.kind === 'community' && (
        <LinkButton to={inLanguage(guidesPath(channel.slug), locale)} size="s">
          {t('channel.guides')}
        </LinkButton>
      )}
      {channel.can_edit && (
        <LinkButton to={`${path}/edit`} size="s">
          {t('channel.edit')}
        </LinkButton>
      )}
      {channel.can_moderate && channel.kind === 'community' && (
        <LinkButton
          to={`${inLanguage('/community/moderation', locale)}?channel=${encodeURIComponent(channel.slug)}`}
          size="s"
        >
          {t('channel.queue', { count: channel.open_reports_count ?? 0 })}
        </LinkButton>
      )}
    </>
  );
}

/** The cards with a community's topic, numbers, rules and moderators. */
export function ChannelCards({
  channel,
  isLink,
  children,
}: {
  channel: Channel;
  isLink?: boolean;
  children?: React.ReactNode;
}) {
  const { t } = useTranslation('community');
  return (
    <>
      <ChannelInfo channel={channel} isLink={isLink} isPlain={!isLink}>
        <ChannelNumbers members={channel.members_count} online={channel.online_count} created={channel.created_at} />
        {children}
      </ChannelInfo>
      {channel.rules.length > 0 && (
        <section className={styles.box}>
          <h2 className={styles.boxTitle}>{t('channel.rules')}</h2>
          <Stack as="ol" gap={8} className={styles.rules}>
            {channel.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </Stack>
        </section>
      )}
      {channel.moderators.length > 0 && (
        <section className={styles.box}>
          <h2 className={styles.boxTitle}>{t('channel.moderators')}</h2>
          <Stack as="ul" gap={8} className={styles.people}>
            {channel.moderators.map((person) => (
              <li key={person.id}>
                <Author person={person} />
              </li>
            ))}
          </Stack>
        </section>
      )}
    </>
  );
}
