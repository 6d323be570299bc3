import { ArrowLeft, ArrowRight } from 'lucide-react';
import { Trans, useTranslation } from 'react-i18next';
import { LocalisedLink, useLocale } from '#web/lib/locale.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import home from './home.module.css';
import { Voices } from './voices.tsx';
import styles from './voices.module.css';

interface Props {
  /** The pages quote different numbers of customers, as the specification has them. */
  customers: 'customers_home' | 'customers_offer';
}

/**
 * A list that scrolls by finger, wheel and arrow keys; `static-page.ts` brings its two buttons to life and shows them. French rules on
 * medical advertising forbid patients' testimonials: French pages are built with the section hidden, and the service takes it away.
 */
export function Testimonials({ customers }: Props) {
  const { t } = useTranslation('site');
  return (
    <section
      className={home.section}
      id="testimonials"
      data-carousel
      data-if="testimonials.is_shown"
      hidden={useLocale() === 'fr'}
    >
      <div className={`page ${styles.head}`}>
        <div>
          <h2 className="h2">{t('voices.title')}</h2>
          <p data-if="claims.is_shown">
            <Trans
              t={t}
              i18nKey="claims.rated"
              values={{ rating: t('claims.rating'), customers: t(`claims.${customers}`) }}
              components={{
                b: <span className="num" data-fill="claims.rating" />,
                c: <span className="num" data-fill={`claims.${customers}`} />,
              }}
            />{' '}
            <span className="small muted" data-unless="claims.is_confirmed">
              {t('stats.sample')}
            </span>
          </p>
          <p className="small muted" data-unless="testimonials.is_confirmed">
            {t('voices.sample')}
          </p>
        </div>
        <div className={styles.buttons} data-carousel-buttons hidden>
          <IconButton icon={ArrowLeft} label={t('voices.previous')} data-step="-1" />
          <IconButton icon={ArrowRight} label={t('voices.next')} data-step="1" />
        </div>
      </div>
      <ul
        className={styles.row}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable by the arrow keys
        tabIndex={0}
        aria-label={t('voices.title')}
        data-carousel-list
        data-each="testimonials.entries"
      >
        <Voices />
      </ul>
      <p className={`page ${styles.all}`}>
        <LocalisedLink to="/testimonials" className="link" reloadDocument>
          {t('voices.all')}
        </LocalisedLink>
      </p>
    </section>
  );
}
