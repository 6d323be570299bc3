import {
  BookOpen,
  Bookmark,
  Compass,
  Flame,
  House,
  type LucideIcon,
  Mail,
  PenLine,
  Plus,
  ShieldCheck,
  SlidersHorizontal,
  Stethoscope,
  TrendingUp,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import type { MyCommunity } from '#contract/community/people.ts';
import { LocalisedLink, useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { unsent } from '../draft/unsent.ts';
import { recent } from '../local/recent.ts';
import { useStored } from '../local/stored-value.ts';
import { channelPath } from '../parts/links.ts';
import { Letter } from '../parts/letter.tsx';
import styles from './side-nav.module.css';

/** Communities that are always in the navigation. Their names are the same in every language. */
const fixed = [
  { slug: 'facecare', name: 'FaceCare' },
  { slug: 'injectables', name: 'Injectables' },
  { slug: 'skincarescience', name: 'SkincareScience' },
];

/**
 * The largest number of joined communities in the navigation. A longer list would push other parts of the navigation
 * off the screen.
 */
const JOINED_SHOWN = 8;

/** The joined communities, starting with the one that was active last. */
const joinedOf = (mine: MyCommunity | undefined) =>
  (mine?.memberships ?? [])
    .filter(({ kind }) => kind === 'community')
    .toSorted((one, other) => other.active_at.localeCompare(one.active_at));

export function SideNav({ mine }: { mine: MyCommunity | undefined }) {
  const { t } = useTranslation('community');
  const visits = useStored(recent);
  const joined = joinedOf(mine);
  return (
    <Stack as="nav" aria-label={t('nav.label')} gap={24} className={styles.nav}>
      <ul>
        <Entry to="/community" end icon={House} label={t('nav.home')} />
        <Entry to="/community/most-popular" icon={TrendingUp} label={t('nav.popular')} />
        <Entry to="/community/explore" icon={Compass} label={t('nav.explore')} />
        <Entry to="/community/hot-topics" icon={Flame} label={t('nav.hot')} />
        <Entry to="/community/expert-articles" icon={BookOpen} label={t('nav.expert')} />
        <Entry to="/community/saved" icon={Bookmark} label={t('nav.saved')} />
        {mine && hasDrafts(mine) && <Entry to="/community/drafts" icon={PenLine} label={t('nav.drafts')} />}
        {mine?.is_asked && <Entry to="/community/asked" icon={Stethoscope} label={t('nav.asked')} />}
        {mine?.is_moderator && <Entry to="/community/moderation" icon={ShieldCheck} label={t('nav.moderation')} />}
        {mine && mine.invites_count > 0 && (
          <Entry to="/community/invites" icon={Mail} label={t('nav.invites', { count: mine.invites_count })} />
        )}
      </ul>
      <Group title={t('nav.recent')} to="/community/recent">
        {visits.map(({ path, name }) => (
          <Entry key={path} to={path} sign={name} label={name} />
        ))}
      </Group>
      {joined.length > 0 && (
        <Group title={t('nav.joined')}>
          {joined.slice(0, JOINED_SHOWN).map(({ channel, unread_count, is_muted }) => (
            <Entry
              key={channel.id}
              to={channelPath(channel.slug)}
              sign={channel.name || channel.slug}
              label={channel.name || channel.slug}
              unread={is_muted ? 0 : unread_count}
            />
          ))}
          <Entry to="/community/explore" icon={Compass} label={t('nav.all')} />
        </Group>
      )}
      <Group title={t('nav.communities')}>
        {fixed
          .filter(({ slug }) => !joined.some(({ channel }) => channel.slug === slug))
          .map(({ slug, name }) => (
            <Entry key={slug} to={`/community/f/${slug}`} sign={name} label={name} />
          ))}
        <Entry to="/community/new" icon={Plus} label={t('nav.create')} />
        <Entry to="/community/manage" icon={SlidersHorizontal} label={t('nav.manage')} />
      </Group>
    </Stack>
  );
}

const hasDrafts = ({ drafts_count, me }: MyCommunity): boolean => drafts_count > 0 || unsent.list(me.id).length > 0;

function Group({ title, to, children }: { title: string; to?: string; children: ReactNode }) {
  return (
    <section>
      <h2 className={styles.title}>{to ? <LocalisedLink to={to}>{title}</LocalisedLink> : title}</h2>
      <ul>{children}</ul>
    </section>
  );
}

interface EntryProps {
  to: string;
  label: string;
  end?: boolean;
  icon?: LucideIcon;
  /** The name of a community. Its first letter is shown instead of an icon. */
  sign?: string;
  /** The number of posts since the last visit. The service counts at most 99. */
  unread?: number;
}

const MOST_COUNTED = 99;

function Entry({ to, label, end, icon, sign, unread = 0 }: EntryProps) {
  const { t } = useTranslation('community');
  const locale = useLocale();
  return (
    <li>
      <NavLink to={inLanguage(to, locale)} end={end}>
        {icon && <Icon as={icon} className={styles.icon} />}
        {sign && <Letter name={sign} />}
        <span className={styles.label} dir="auto">
          {label}
        </span>
        {unread > 0 && (
          <span className={styles.unread}>
            <span aria-hidden="true">{unread >= MOST_COUNTED ? `${MOST_COUNTED}+` : unread}</span>
            <span className="visually-hidden">{t('nav.unread', { count: unread })}</span>
          </span>
        )}
      </NavLink>
    </li>
  );
}
