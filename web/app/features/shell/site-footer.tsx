import { useTranslation } from 'react-i18next';
import { LocalisedLink, useLocale } from '#web/lib/locale.tsx';
import { useIsOffer } from './use-is-offer.ts';
import './site-footer.css';

interface Entry {
  to: string;
  name: string;
  /** Shown only where this is true; French pages are built without what French rules forbid. */
  switch?: string;
  isOff?: boolean;
  /** Not shown where this is true. */
  unless?: string;
  /** Where it leads, as the service knows it. */
  address?: string;
}

/** Contact and social links are what administrators publish, put there by the service; a network without an address is not shown. */
export function SiteFooter() {
  const { t } = useTranslation(['ui', 'site']);
  const isFrench = useLocale() === 'fr';
  const isOffer = useIsOffer();
  const about: Entry[] = [
    { to: '/how-it-works', name: t('footer.how') },
    { to: '/home#approach', name: t('footer.approach') },
    { to: '/pricing', name: t('ourPlans') },
    { to: '/faq', name: t('footer.questions') },
    { to: '/practitioners', name: t('site:footer.practitioners') },
    { to: '/testimonials', name: t('site:footer.voices'), switch: 'testimonials.is_shown', isOff: isFrench },
  ];
  const start: Entry[] = [
    { to: '/unlock', name: t('unlock') },
    ...(isOffer ? [] : [{ to: '/login', name: t('signIn'), unless: 'reader' }]),
    { to: '/dashboard', name: t('site:mySpace'), switch: 'reader', isOff: true, address: 'reader.start' },
    { to: '/help', name: t('site:footer.help') },
  ];
  const legal: Entry[] = [
    { to: '/privacy-policy', name: t('site:footer.privacy') },
    { to: '/terms', name: t('site:footer.terms') },
    { to: '/security', name: t('site:footer.security') },
    // Decree 2019-768, art. 4: the state of conformity in words, on every page.
    { to: '/legal/accessibility', name: t('site:footer.accessibility') },
    { to: '/legal/compliance', name: t('site:footer.compliance') },
    // Directive 2011/83/EU, art. 11a: within reach on every page, under these words.
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
          {/* A section of its own in French, as the law of the country expects; a line below in English. */}
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

/** Most of these pages are sent without React, so each is entered as a document. */
function Entries({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul>
      {entries.map(({ to, name, switch: shown, isOff, unless, address }) => (
        <li key={to} data-if={shown} data-unless={unless} hidden={isOff}>
          <LocalisedLink to={to} reloadDocument data-put={address && `href:${address}`}>
            {name}
          </LocalisedLink>
        </li>
      ))}
    </ul>
  );
}

function Contact() {
  const { t } = useTranslation('site');
  return (
    <address className="site-footer__contact" data-if="contact.is_shown">
      <p>
        <span data-fill="contact.street">{t('contact.street')}</span>,{' '}
        <span data-fill="contact.town">{`${t('contact.postal_code')} ${t('contact.city')}`}</span>,{' '}
        <span data-fill="contact.country">{t('contact.country')}</span>
      </p>
      <p>
        <a href={`mailto:${t('contact.email')}`} data-fill="contact.email" data-put="href:contact.email_link">
          {t('contact.email')}
        </a>
        <a
          href={`tel:${t('contact.phone').replaceAll(' ', '')}`}
          className="num"
          data-fill="contact.phone"
          data-put="href:contact.phone_link"
        >
          {t('contact.phone')}
        </a>
      </p>
      <p className="micro muted" data-unless="contact.is_confirmed">
        {t('contact.sample')}
      </p>
    </address>
  );
}

function Social() {
  const { t } = useTranslation('site');
  return (
    <ul
      className="site-footer__social"
      aria-label={t('social.label')}
      hidden
      data-if="social.has_links"
      data-each="social.links"
    >
      <li>
        <a href="/home" rel="me" aria-label={t('social.label')} data-put="href:address aria-label:name title:name">
          <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
            <use data-put="href:icon" />
          </svg>
        </a>
      </li>
    </ul>
  );
}
