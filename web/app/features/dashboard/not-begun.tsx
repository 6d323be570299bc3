import { useTranslation } from 'react-i18next';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import '#web/ui/notice-card.css';

/**
 * Says that the photos of a second questionnaire began no new simulation, because the patient must request it. Links to
 * the page with this request.
 */
export default function NotBegun() {
  const { t } = useTranslation(['dashboard', 'billing']);
  const locale = useLocale();
  return (
    <section className="notice-card" aria-label={t('not_begun.title')}>
      <div>
        <h2 className="title">{t('not_begun.title')}</h2>
        <p className="muted">{t('not_begun.text')}</p>
      </div>
      <div className="notice-card__actions">
        <LinkButton variant="primary" to={inLanguage('/account/membership', locale)}>
          {t('billing:account.membership')}
        </LinkButton>
      </div>
    </section>
  );
}
