import { useTranslation } from 'react-i18next';
import type { Channel } from '#contract/community/channels.ts';
import { LocalisedLink, useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Emergency } from '../layout/default-aside.tsx';
import { Author } from '../parts/author.tsx';
import { channelPath } from '../parts/links.ts';
import { ChannelInfo, ChannelNumbers } from './channel-info.tsx';
import { JoinButton } from './join-button.tsx';
import styles from './channel-info.module.css';

/** What a community is, who looks after it and by which rules. */
export function ChannelAside({ channel, isLink }: { channel: Channel; isLink?: boolean }) {
  const { t } = useTranslation('community');
  const locale = useLocale();
  const path = inLanguage(channelPath(channel.slug), locale);
  const waiting = channel.join_requests_count ?? 0;
  return (
    <>
      <ChannelInfo channel={channel} isLink={isLink} isPlain={!isLink}>
        <ChannelNumbers members={channel.members_count} online={channel.online_count} created={channel.created_at} />
        <div className={styles.buttons}>
          {channel.kind === 'community' && <JoinButton channel={channel} />}
          <LinkButton to={`${path}/members`} size="s">
            {t(waiting > 0 ? 'channel.membersWaiting' : 'channel.membersLink', { count: waiting })}
          </LinkButton>
          {channel.can_edit && (
            <LinkButton to={`${path}/edit`} size="s">
              {t('channel.edit')}
            </LinkButton>
          )}
        </div>
      </ChannelInfo>
      {channel.rules.length > 0 && (
        <section className={styles.box}>
          <h2 className={styles.boxTitle}>{t('channel.rules')}</h2>
          <ol className={styles.rules}>
            {channel.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ol>
        </section>
      )}
      {channel.moderators.length > 0 && (
        <section className={styles.box}>
          <h2 className={styles.boxTitle}>{t('channel.moderators')}</h2>
          <ul className={styles.people}>
            {channel.moderators.map((person) => (
              <li key={person.id}>
                <Author person={person} />
              </li>
            ))}
          </ul>
          {channel.can_moderate && (
            <LocalisedLink to={`/community/moderation?channel=${channel.slug}`} className="link small">
              {t('channel.queue', { count: channel.open_reports_count ?? 0 })}
            </LocalisedLink>
          )}
        </section>
      )}
      <Emergency />
    </>
  );
}
