import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LocalisedLink, useLocale } from '#web/lib/locale.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Voice } from './voice.tsx';
import home from './home.module.css';
import styles from './voices.module.css';
import { voices } from './voices.ts';

/**
 * A list that scrolls by finger, wheel and arrow keys; `static-page.ts` brings its two buttons to life and shows them.
 * French rules on medical advertising forbid patients' testimonials, so the French pages leave the section out.
 */
export function Testimonials() {
  const { t } = useTranslation('site');
  if (useLocale() === 'fr') return null;
  return (
    <section className={home.section} id="testimonials" data-carousel>
      <div className={`page ${styles.head}`}>
        <div>
          <h2 className="h2">{t('voices.title')}</h2>
          <p className="small muted">{t('voices.sample')}</p>
        </div>
        <div className={styles.buttons} data-carousel-buttons hidden>
          <IconButton icon={ArrowLeft} label={t('voices.previous')} data-step="-1" />
          <IconButton icon={ArrowRight} label={t('voices.next')} data-step="1" />
        </div>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable by the arrow keys */}
      <ul className={styles.row} tabIndex={0} aria-label={t('voices.list')} data-carousel-list>
        {voices.map((nth) => (
          <li key={nth}>
            <Voice nth={nth} />
          </li>
        ))}
      </ul>
      <p className={`page ${styles.all}`}>
        <LocalisedLink to="/testimonials" className="link" reloadDocument>
          {t('voices.all')}
        </LocalisedLink>
      </p>
    </section>
  );
}
