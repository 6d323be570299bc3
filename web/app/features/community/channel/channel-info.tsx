import { Globe, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Visibility } from '#contract/community/terms.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { Banner } from '../parts/banner.tsx';
import { Letter } from '../parts/letter.tsx';
import { channelPath } from '../parts/links.ts';
import { useThemes } from '../parts/theme-name.ts';
import styles from './channel-info.module.css';

interface Shown {
  name: string;
  slug: string;
  description: string | null;
  visibility: Visibility;
  banner_url: string | null;
  icon_url: string | null;
  themes: readonly string[];
}

interface CardProps {
  channel: Shown;
  /** The community's numbers, or a placeholder until they are loaded. */
  figures?: ReactNode;
  /** Buttons, for example to join or to edit. */
  children?: ReactNode;
  isLink?: boolean;
  isRaised?: boolean;
  /**
   * True if the page header, next to the card, already shows the banner and the name. The card then leaves both out.
   */
  isPlain?: boolean;
  themesShown?: number;
}

/**
 * A community on one card. The side column of the community's pages shows it. It is also the live preview of the wizard
 * and of the edit page.
 */
export function ChannelInfo({ channel, figures, children, isLink, isRaised, isPlain, themesShown = 8 }: CardProps) {
  const { t } = useTranslation('community');
  const { nameOf } = useThemes();
  const title = channel.name || t('channel.unnamed');
  return (
    <section className={styles.card} data-raised={isRaised || undefined} aria-label={title}>
      {!isPlain && <Banner isCard name={title} url={channel.banner_url} />}
      <Stack gap={12} align="start" className={styles.pad} data-plain={isPlain || undefined}>
        {!isPlain && (
          <>
            <span className={styles.icon}>
              <Letter name={title} url={channel.icon_url} size="l" />
            </span>
            <div>
              <h2 className={styles.name}>
                <bdi>{isLink ? <LocalisedLink to={channelPath(channel.slug)}>{title}</LocalisedLink> : title}</bdi>
              </h2>
              <p className={styles.slug}>fl@{channel.slug}</p>
            </div>
          </>
        )}
        {channel.description && (
          <p className={styles.description} dir="auto">
            {channel.description}
          </p>
        )}
        {channel.themes.length > 0 && (
          <Row as="ul" gap={6} wrap className={styles.themes}>
            {channel.themes.slice(0, themesShown).map((theme) => (
              <li key={theme}>{nameOf(theme)}</li>
            ))}
            {channel.themes.length > themesShown && <li>+{channel.themes.length - themesShown}</li>}
          </Row>
        )}
        <Row as="p" gap={8} align="center" wrap className={styles.visibility}>
          <Icon as={channel.visibility === 'open' ? Globe : Lock} size="s" />
          {t(`visibility.${channel.visibility}`)}
          {figures && <span className={styles.note}>{figures}</span>}
        </Row>
        {children}
      </Stack>
    </section>
  );
}

interface NumbersProps {
  members: number;
  online?: number;
  created: string;
}

export function ChannelNumbers({ members, online, created }: NumbersProps) {
  const { t } = useTranslation('community');
  const format = useFormat();
  return (
    <Row as="dl" gap={24} rowGap={8} wrap className={styles.stats}>
      <div>
        <dd>{format.number(members)}</dd>
        <dt>{t('channel.members', { count: members })}</dt>
      </div>
      {online !== undefined && (
        <div>
          <dd>{format.number(online)}</dd>
          <dt>{t('channel.online')}</dt>
        </div>
      )}
      <div>
        <dd>{format.date(created)}</dd>
        <dt>{t('channel.created')}</dt>
      </div>
    </Row>
  );
}
