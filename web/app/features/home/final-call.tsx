import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import meshUrl from '#web/ui/face/face-mesh.svg';
import { Icon } from '#web/ui/icon.tsx';
import styles from './final-call.module.css';

export function FinalCall() {
  const { t } = useTranslation(['site', 'ui']);
  return (
    <section className={styles.final}>
      <div className={`page ${styles.row}`}>
        <div className={styles.words}>
          <h2 className="h1">{t('site:final.title')}</h2>
          <p className="lead">{t('site:final.lead')}</p>
          <LocalisedLink to="/unlock" className={buttonClass({ variant: 'primary', size: 'l' })}>
            <span className="button__label">
              {t('unlock', { ns: 'ui' })}
              <Icon as={ArrowRight} />
            </span>
          </LocalisedLink>
        </div>
        <div className={styles.picture}>
          <img src={meshUrl} width={1200} height={1240} alt="" loading="lazy" />
        </div>
      </div>
    </section>
  );
}
