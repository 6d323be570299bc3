import { ArrowLeft, ArrowRight } from 'lucide-react';
import { Trans, useTranslation } from 'react-i18next';
import { useSite } from '#web/lib/use-site.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Row } from '#web/ui/layout.tsx';
import home from './home.module.css';
import { Voices } from './voices.tsx';
import styles from './voices.module.css';

interface Props {
  /**
   * The statistic that contains the number of customers for this page. The home page and the offer page show different
   * numbers, as the specification requires.
   */
  customers: 'customers_home' | 'customers_offer';
}

/**
 * Shows quotes of customers in a row that scrolls by finger, wheel and arrow keys. `static-page.ts` shows the two
 * buttons and makes them work. The row is left out if the rules of the region forbid patients' testimonials.
 */
export function Testimonials({ customers }: Props) {
  const { t } = useTranslation('site');
  const { testimonials, claims } = useSite() ?? {};
  if (!testimonials) return null;
  return (
    <section className={home.section} id="testimonials" data-carousel>
      <div className={`page ${styles.head}`}>
        <div>
          <h2 className="h2">{t('voices.title')}</h2>
          {claims && (
            <p>
              <Trans
                t={t}
                i18nKey="claims.rated"
                values={{ rating: claims.rating, customers: claims[customers] }}
                components={{ b: <span className="num" />, c: <span className="num" /> }}
              />{' '}
              {!claims.is_confirmed && <span className="small muted">{t('stats.sample')}</span>}
            </p>
          )}
          {!testimonials.is_confirmed && <p className="small muted">{t('voices.sample')}</p>}
        </div>
        <Row gap={8} className={styles.buttons} data-carousel-buttons hidden>
          <IconButton icon={ArrowLeft} label={t('voices.previous')} data-step="-1" />
          <IconButton icon={ArrowRight} label={t('voices.next')} data-step="1" />
        </Row>
      </div>
      <Row
        as="ul"
        gap={16}
        className={styles.row}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable by the arrow keys
        tabIndex={0}
        aria-label={t('voices.title')}
        data-carousel-list
      >
        <Voices entries={testimonials.entries} />
      </Row>
      <p className={`page ${styles.all}`}>
        <LocalisedLink to="/testimonials" className="link" reloadDocument>
          {t('voices.all')}
        </LocalisedLink>
      </p>
    </section>
  );
}
