import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import mesh from '#web/ui/face/face-mesh.svg?raw';
import { InlineDrawing } from '#web/ui/face/inline-drawing.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { StartActions } from './start-actions.tsx';
import styles from './offer-hero.module.css';

/**
 * The hero section of the landing page for people who come from an advertisement. It has four lines about the free
 * offer, and the button to start.
 */
export function OfferHero() {
  const { t } = useTranslation('site');
  return (
    <section className={styles.hero}>
      <div className={`page ${styles.row}`}>
        <InlineDrawing svg={mesh} className={styles.picture} />
        <div className={styles.words}>
          <h1 className="h1">{t('free.heading')}</h1>
          <p className="lead">{t('free.lead')}</p>
          <ul>
            {([1, 2, 3, 4] as const).map((nth) => (
              <li key={nth}>
                <Icon as={Check} size="s" />
                {t(`free.${nth}`)}
              </li>
            ))}
          </ul>
          <StartActions />
        </div>
      </div>
    </section>
  );
}
