import type { TFunction } from 'i18next';
import { Bell, Menu, Plus, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FirstViewPath } from '#contract/community/first-questions.ts';
import { SearchKinds } from '#contract/community/people.ts';
import { Periods } from '#contract/community/posts.ts';
import type { ReadingLanguage } from '#contract/languages.ts';
import { directionOf } from '#web/lib/direction.ts';
import { inLanguage, type Language } from '#web/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import brief from '../channel/channel-brief.module.css';
import links from '../feed/sort-links.module.css';
import banners from '../layout/banners.module.css';
import header from '../layout/header.module.css';
import layout from '../layout/community-layout.module.css';
import page from '../layout/page.module.css';
import { EmergencyStrip, PageHead } from '../layout/page.tsx';
import { Channels, Head } from './channels.tsx';
import { Found } from './found.tsx';
import { Act } from './marks.tsx';
import { Posts } from './posts.tsx';
import { Thread } from './thread.tsx';
import { Topics } from './topics.tsx';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'first-view': React.HTMLAttributes<HTMLElement> & { 'data-page': string };
    }
  }
}

interface View {
  title?: ReactNode;
  lead?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

type Words = TFunction<'community'>;
const posts = <Posts />;

const views: Readonly<Record<FirstViewPath, (t: Words, language: Language) => View>> = {
  '/community': (t, language) => ({
    // Only the browser knows the reader's time of day, so this greeting is hidden.
    title: <span className={page.held}>{t('greeting.afternoon', { name: 'Flaira' })}</span>,
    children: (
      <>
        <div className={links.row}>
          <Orders
            name="sort"
            label={t('sort.label')}
            keys={['latest', 'hot', 'unanswered', 'joined']}
            words={(key) => t(`sort.${key}`)}
          />
        </div>
        <p className={banners.plan} data-if="plan_banner">
          <Icon as={Sparkles} size="s" />
          <span data-fill="plan_banner" />
          <a className={banners.upgrade} href={inLanguage('/pricing', language)}>
            {t('plan.upgrade')}
          </a>
        </p>
        {posts}
      </>
    ),
  }),
  '/community/most-popular': (t) => ({
    title: t('nav.popular'),
    action: (
      <Orders
        name="period"
        label={t('period.label')}
        keys={Periods}
        current="week"
        words={(key) => t(`period.${key}`)}
      />
    ),
    children: posts,
  }),
  '/community/expert-articles': (t) => ({ title: t('nav.expert'), lead: t('expert.lead'), children: posts }),
  '/community/hot-topics': (t) => ({ title: t('nav.hot'), lead: t('hot.lead'), children: <Topics /> }),
  '/community/explore': (t) => ({ title: t('explore.title'), children: <Channels /> }),
  '/community/saved': (t) => ({ title: t('nav.saved'), lead: t('saved.lead'), children: posts }),
  '/community/recent': (t) => ({ title: t('nav.recent'), lead: t('recent.lead'), children: posts }),
  '/community/search': (t) => ({
    title: t('search.title'),
    action: <Orders label={t('search.kind')} keys={SearchKinds} words={(key) => t(`search.kind.${key}`)} />,
    children: <Found />,
  }),
  '/community/c/:tag': () => ({
    title: <span data-fill="tag_title">…</span>,
    action: <Act as={Bell} />,
    lead: <span data-fill="lead" />,
    children: posts,
  }),
  '/community/t/:tag': () => ({
    title: <span data-fill="tag_name">…</span>,
    action: <Act as={Bell} />,
    children: posts,
  }),
  '/community/p/:postId': () => ({ children: <Thread /> }),
  '/community/f/:slug': (t) => ({
    children: (
      <>
        <Head />
        <div className={brief.row} />
        <div className={links.row}>
          <Orders
            name="sort"
            label={t('sort.label')}
            keys={['latest', 'hot', 'top', 'unanswered']}
            words={(key) => t(`sort.${key}`)}
          />
        </div>
        <Posts hideChannel />
      </>
    ),
  }),
};

/**
 * The part of a page that its document shows until the scripts have drawn the page: header, title, and the results of
 * the first queries. The service fills in these results at the marks, as in prerendered pages. This part is rendered
 * when the app is built, and the browser's scripts contain none of it. It uses the same classes as the page, so that
 * nothing moves.
 */
export function FirstView({ language, page: path }: { language: ReadingLanguage; page: FirstViewPath }) {
  const { t } = useTranslation('community');
  const site = language === 'fr' ? 'fr' : 'en';
  const { title, lead, action, children } = views[path](t, site);
  return (
    <first-view
      lang={language}
      title={typeof title === 'string' && title.trim() ? title : t('name')}
      data-page={path}
      dir={directionOf(language)}
      data-if="has_first_view"
    >
      <header className={header.header}>
        <div className={header.row}>
          <a href={inLanguage('/community', site)} className="brand">
            Flaira
            <span className="brand__room">{t('name')}</span>
          </a>
        </div>
        <div className={`${header.second} only-small`}>
          <span />
          <span className={header.menu}>
            <Icon as={Menu} />
            {t('header.menu')}
          </span>
        </div>
      </header>
      <div className={layout.columns}>
        <div className={`${layout.side} only-large`} />
        <main className={page.main}>
          <EmergencyStrip />
          <PageHead title={title} lead={lead} action={action} />
          {children}
        </main>
      </div>
      <a
        href={inLanguage('/community/new-post', site)}
        className={`${buttonClass({ variant: 'primary' })} ${layout.create} only-small`}
      >
        <span className="button__label">
          <Icon as={Plus} size="s" />
          {t('header.create')}
        </span>
      </a>
    </first-view>
  );
}

interface OrdersProps<Key extends string> {
  /**
   * The parameter of the address that a link changes. A link without a name works only after the scripts have run,
   * because its address needs the text that the reader typed.
   */
  name?: string;
  label: string;
  keys: readonly Key[];
  current?: Key;
  words: (key: Key) => string;
}

/** The orders of a list, as `SortLinks` shows them. */
function Orders<Key extends string>({ name, label, keys, current = keys[0], words }: OrdersProps<Key>) {
  return (
    <nav className={links.links} aria-label={label}>
      {keys.map((key) => (
        <a key={key} href={name && `?${name}=${key}`} aria-current={key === current || undefined}>
          {words(key)}
        </a>
      ))}
    </nav>
  );
}
