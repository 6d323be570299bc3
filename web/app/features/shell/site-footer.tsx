import { useTranslation } from 'react-i18next';
import { LocalisedLink, useLocale } from '#web/lib/locale.tsx';
import './site-footer.css';

interface Entry {
  to: string;
  name: string;
}

/** Postal address, telephone and social links stay away until an administrator has confirmed them. */
export function SiteFooter() {
  const { t } = useTranslation(['ui', 'site']);
  const isFrench = useLocale() === 'fr';
  const about: Entry[] = [
    { to: '/how-it-works', name: t('footer.how') },
    { to: '/home#approach', name: t('footer.approach') },
    { to: '/home#plans', name: t('ourPlans') },
    { to: '/faq', name: t('footer.questions') },
    // French rules on medical advertising forbid patients' testimonials: no French page leads to them.
    ...(isFrench ? [] : [{ to: '/testimonials', name: t('site:footer.voices') }]),
  ];
  const start: Entry[] = [
    { to: '/unlock', name: t('unlock') },
    { to: '/login', name: t('signIn') },
    { to: '/help', name: t('site:footer.help') },
  ];
  const legal: Entry[] = [
    { to: '/privacy-policy', name: t('site:footer.privacy') },
    { to: '/terms', name: t('site:footer.terms') },
    { to: '/security', name: t('site:footer.security') },
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
          </div>
          <Column id="flaira" title={t('footer.flaira')} entries={about} />
          <Column id="start" title={t('footer.start')} entries={start} />
          {/* A section of its own in French, as the law of the country expects; a line below in English. */}
          {isFrench && <Column id="legal" title={t('site:footer.legal')} entries={legal} />}
        </div>
        <div className="site-footer__legal">
          <p>{t('footer.delivery')}</p>
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
