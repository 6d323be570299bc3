import { ArrowRight, Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import meshUrl from '#web/ui/face/face-mesh.svg';
import { Icon } from '#web/ui/icon.tsx';
import styles from './offer-hero.module.css';

/** For people who come from an advertisement: what is free, in four lines, and the way in. */
export function OfferHero() {
  const { t } = useTranslation(['site', 'ui']);
  return (
    <section className={styles.hero}>
      <div className={`page ${styles.row}`}>
        <div className={styles.picture}>
          <img src={meshUrl} width={1200} height={1240} alt="" fetchPriority="high" />
        </div>
        <div className={styles.words}>
          <h1 className="h1">{t('site:free.heading')}</h1>
          <p className="lead">{t('site:free.lead')}</p>
          <ul>
            {([1, 2, 3, 4] as const).map((nth) => (
              <li key={nth}>
                <Icon as={Check} size="s" />
                {t(`site:free.${nth}`)}
              </li>
            ))}
          </ul>
          <div className={styles.actions}>
            <LocalisedLink to="/unlock" className={buttonClass({ variant: 'primary', size: 'l' })}>
              <span className="button__label">
                {t('unlock', { ns: 'ui' })}
                <Icon as={ArrowRight} />
              </span>
            </LocalisedLink>
            <a href="#plans" className={buttonClass({ size: 'l' })}>
              {t('ourPlans', { ns: 'ui' })}
            </a>
          </div>
        </div>
      </div>
    </section>
  );
}
