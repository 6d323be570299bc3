import { useTranslation } from 'react-i18next';
import styles from './legal-notice.module.css';

/** The company as it stands on invoices; then what the law of the region adds (director of publication, host), once it is published, a line each. */
export function LegalNotice() {
  const { t } = useTranslation(['legal', 'site']);
  return (
    <section className={`page ${styles.notice}`} aria-labelledby="notice">
      <h2 className="h3" id="notice">
        {t('notice.title')}
      </h2>
      <address>
        <p data-fill="seller.name">{t('site:seller.name')}</p>
        <p data-fill="seller.legal_form">{t('site:seller.legal_form')}</p>
        <p>
          <span data-fill="seller.street">{t('site:contact.street')}</span>,{' '}
          <span data-fill="seller.town">{`${t('site:contact.postal_code')} ${t('site:contact.city')}`}</span>,{' '}
          <span data-fill="seller.country">{t('site:contact.country')}</span>
        </p>
        <p data-fill="seller.registration">{t('site:seller.registration')}</p>
        <p data-if="seller.has_vat_id">
          {t('notice.vat')} <span data-fill="seller.vat_id">{t('site:seller.vat_id')}</span>
        </p>
      </address>
      <ul hidden data-if="contact.has_notice" data-each="contact.legal_notice">
        <li data-fill="." />
      </ul>
      <ul hidden data-if="rights.is_shown">
        <li data-if="rights.has_mediator">
          {t('notice.mediator')} <span data-fill="rights.mediator" />
          <span data-if="rights.mediator_address">
            , <span data-fill="rights.mediator_address" />
          </span>
          <span data-if="rights.mediator_site">
            ,{' '}
            <a className="link" href="/terms" data-put="href:rights.mediator_site" data-fill="rights.mediator_site">
              {t('notice.mediator')}
            </a>
          </span>
        </li>
        <li data-if="rights.has_privacy">
          {t('notice.privacy')} <span data-fill="rights.privacy_contact" />{' '}
          <a
            className="link"
            href="/terms"
            data-if="rights.privacy_email"
            data-put="href:rights.privacy_link"
            data-fill="rights.privacy_email"
          >
            {t('notice.privacy')}
          </a>
        </li>
      </ul>
      <p className="small muted" data-unless="seller.is_confirmed">
        {t('notice.sample')}
      </p>
    </section>
  );
}
