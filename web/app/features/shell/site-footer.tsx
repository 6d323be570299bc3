import { useTranslation } from 'react-i18next';
import { SocialNetworks } from '#contract/site.ts';
import { startOf } from '#contract/start-of.ts';
import { useSite } from '#web/lib/use-site.ts';
import { LocalisedLink, useLocale } from '#web/lib/locale.tsx';
import { useIsOffer } from './use-is-offer.ts';
import './site-footer.css';

interface Entry {
  to: string;
  name: string;
}

export function SiteFooter() {
  const { t } = useTranslation(['ui', 'site']);
  const isFrench = useLocale() === 'fr';
  const isOffer = useIsOffer();
  const site = useSite();
  const about: Entry[] = [
    { to: '/how-it-works', name: t('footer.how') },
    { to: '/home#approach', name: t('footer.approach') },
    { to: '/pricing', name: t('ourPlans') },
    { to: '/faq', name: t('footer.questions') },
    { to: '/practitioners', name: t('site:footer.practitioners') },
    { to: '/evidence', name: t('site:footer.evidence') },
    { to: '/library', name: t('site:footer.library') },
    ...(site?.testimonials ? [{ to: '/testimonials', name: t('site:footer.voices') }] : []),
  ];
  const start: Entry[] = [
    { to: '/unlock', name: t('unlock') },
    ...(isOffer || site?.reader ? [] : [{ to: '/login', name: t('signIn') }]),
    ...(site?.reader ? [{ to: startOf(site.reader), name: t('site:mySpace') }] : []),
    { to: '/help', name: t('site:footer.help') },
  ];
  const legal: Entry[] = [
    { to: '/privacy-policy', name: t('site:footer.privacy') },
    { to: '/terms', name: t('site:footer.terms') },
    { to: '/security', name: t('site:footer.security') },
    // Decree 2019-768, art. 4: every page must state the level of conformity in words.
    { to: '/legal/accessibility', name: t('site:footer.accessibility') },
    { to: '/legal/compliance', name: t('site:footer.compliance') },
    // Directive 2011/83/EU, art. 11a: every page must have this link with this text.
    { to: '/account/membership?withdraw', name: t('site:footer.withdraw') },
  ];
  return (
    <footer className="site-footer">
      <div className="page">
        <div className="site-footer__columns">
          <div>
            <LocalisedLink to="/home" className="site-footer__brand">
              Flaira
            </LocalisedLink>
            <p className="muted">{t('footer.promise')}</p>
            <Contact />
            <Social />
          </div>
          <Column id="flaira" title={t('footer.flaira')} entries={about} />
          <Column id="start" title={t('footer.start')} entries={start} />
          {/* French law requires a separate column for the legal links, so French pages have one. English pages show
              the legal links in a line below the columns. */}
          {isFrench && <Column id="legal" title={t('site:footer.legal')} entries={legal} />}
        </div>
        <div className="site-footer__legal">
          <p>
            {t('footer.delivery')} {t('footer.delivery.plan')}
          </p>
          {!isFrench && (
            <nav aria-label={t('site:footer.legal')}>
              <Entries entries={legal} />
            </nav>
          )}
          <p>{t('footer.disclaimer')}</p>
        </div>
      </div>
    </footer>
  );
}

function Column({ id, title, entries }: { id: string; title: string; entries: readonly Entry[] }) {
  return (
    <nav aria-labelledby={`footer-${id}`}>
      <h2 id={`footer-${id}`}>{title}</h2>
      <Entries entries={entries} />
    </nav>
  );
}

/** The links of the footer. Most of these pages are sent without React, so each link loads a document. */
function Entries({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul>
      {entries.map(({ to, name }) => (
        <li key={to}>
          <LocalisedLink to={to} reloadDocument>
            {name}
          </LocalisedLink>
        </li>
      ))}
    </ul>
  );
}

function Contact() {
  const { t } = useTranslation('site');
  const contact = useSite()?.contact;
  if (!contact) return null;
  return (
    <address className="site-footer__contact">
      <p>{`${contact.street}, ${contact.postal_code} ${contact.city}, ${contact.country}`}</p>
      <p>
        <a href={`mailto:${contact.email}`}>{contact.email}</a>
        <a href={`tel:${contact.phone.replaceAll(/[^+\d]/g, '')}`} className="num">
          {contact.phone}
        </a>
      </p>
      {!contact.is_confirmed && <p className="micro muted">{t('contact.sample')}</p>}
    </address>
  );
}

const networkNames = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  linkedin: 'LinkedIn',
  youtube: 'YouTube',
  tiktok: 'TikTok',
} as const;

/** Links to our pages on social networks. A network without an address is not shown. */
function Social() {
  const { t } = useTranslation('site');
  const social = useSite()?.social;
  const used = SocialNetworks.filter((network) => social?.[network]);
  if (used.length === 0) return null;
  return (
    <ul className="site-footer__social" aria-label={t('social.label')}>
      {used.map((network) => (
        <li key={network}>
          <a href={social?.[network]} rel="me" aria-label={networkNames[network]} title={networkNames[network]}>
            <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
              <use href={`/social.svg#${network}`} />
            </svg>
          </a>
        </li>
      ))}
    </ul>
  );
}
