import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { EMAIL_PLACE, WithEmail } from '#web/ui/email-address.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import styles from './questions-page.module.css';

const Done = lazy(() => import('./done.tsx'));

/** Shown after everything was submitted, as a dialog and on the page behind it. */
export function Sent({ email }: { email: string }) {
  const { t } = useTranslation('questionnaire');
  const locale = useLocale();
  const [isDialogOpen, setDialogOpen] = useState(true);
  return (
    <>
      <main id="content" className={styles.over}>
        <h1 className="h1">{t('done.title')}</h1>
        <p className="lead">
          {t('done.prepare')} {t('done.prepare.plan')}{' '}
          <WithEmail text={t('done.confirm', { email: EMAIL_PLACE })} email={email} />
        </p>
        <LinkButton to={inLanguage('/login?mode=signin&lock=1', locale)} variant="primary" size="l">
          {t('done.signIn')}
        </LinkButton>
      </main>
      <Suspense>
        <Done email={email} isOpen={isDialogOpen} onClose={() => setDialogOpen(false)} />
      </Suspense>
    </>
  );
}
