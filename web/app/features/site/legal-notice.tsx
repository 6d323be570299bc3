import { useTranslation } from 'react-i18next';
import type { ContentOf } from '#contract/site.ts';
import styles from './legal-notice.module.css';
import { useSite } from '#web/lib/use-site.ts';

/**
 * Shows the same company details as an invoice. The director of publication and the host follow, one per line, if the
 * region's law requires them and they are published.
 */
export function LegalNotice() {
  const { t } = useTranslation('legal');
  const site = useSite();
  if (!site) return null;
  const { seller, contact, rights } = site;
  const lines = contact?.legal_notice.split('\n').filter(Boolean) ?? [];
  return (
    <section className={`page ${styles.notice}`} aria-labelledby="notice">
      <h2 className="h3" id="notice">
        {t('notice.title')}
      </h2>
      <address>
        <p>{seller.name}</p>
        <p>{seller.legal_form}</p>
        <p>{`${seller.street}, ${seller.postal_code} ${seller.city}, ${seller.country}`}</p>
        <p>{seller.registration}</p>
        {seller.vat_id && <p>{`${t('notice.vat')} ${seller.vat_id}`}</p>}
      </address>
      {lines.length > 0 && (
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {rights && <Contacts {...rights} />}
      {!seller.is_confirmed && <p className="small muted">{t('notice.sample')}</p>}
    </section>
  );
}

function Contacts(rights: ContentOf<'rights'>) {
  const { t } = useTranslation('legal');
  const { mediator, mediator_address, mediator_site, privacy_contact, privacy_email } = rights;
  return (
    <ul>
      {mediator && (
        <li>
          {[t('notice.mediator'), [mediator, mediator_address].filter(Boolean).join(', ')].join(' ')}
          {mediator_site && (
            <>
              ,{' '}
              <a className="link" href={mediator_site}>
                {mediator_site}
              </a>
            </>
          )}
        </li>
      )}
      {(privacy_contact || privacy_email) && (
        <li>
          {t('notice.privacy')} {privacy_contact}{' '}
          {privacy_email && (
            <a className="link" href={`mailto:${privacy_email}`}>
              {privacy_email}
            </a>
          )}
        </li>
      )}
    </ul>
  );
}
