import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { FaceDrawing } from '#web/ui/face/face-drawing.tsx';
import { Row } from '#web/ui/layout.tsx';
import styles from './auth-frame.module.css';

/** Parts of the page that the route passes in: the product's name and the language menu. */
export interface Frame {
  brand: ReactNode;
  languages: ReactNode;
}

interface Props extends Frame {
  title: string;
  children: ReactNode;
}

/**
 * The frame of the sign-in pages, with the text on the left and a drawing of a face on the right. On a phone the
 * drawing is a band above the text.
 */
export function AuthFrame({ title, children, brand, languages }: Props) {
  const { t } = useTranslation(['identity', 'ui']);
  return (
    <div className={styles.frame}>
      <div className={styles.left}>
        <header className={styles.top}>
          <a className="skip-link" href="#content">
            {t('ui:skip')}
          </a>
          {brand}
          {languages}
        </header>
        <FaceDrawing className={styles.band} />
        <main className={styles.words} id="content">
          <h1 className={`h1 ${styles.title}`}>{title}</h1>
          {children}
        </main>
        <Row as="nav" gap={24} rowGap={0} wrap className={styles.foot} aria-label={t('login.more')}>
          <LocalisedLink to="/home">{t('login.home')}</LocalisedLink>
          <LocalisedLink to="/privacy-policy" reloadDocument>
            {t('login.privacy')}
          </LocalisedLink>
          <LocalisedLink to="/help" reloadDocument>
            {t('login.help')}
          </LocalisedLink>
        </Row>
      </div>
      <div className={styles.picture}>
        <FaceDrawing className={styles.face} />
      </div>
    </div>
  );
}
