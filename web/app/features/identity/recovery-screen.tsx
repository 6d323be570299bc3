import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { AuthFrame, type Frame } from './auth-frame.tsx';
import styles from './form.module.css';
import { NewPasswordForm } from './new-password-form.tsx';
import { useMailedKey } from './use-search.ts';

/** The page that opens from the emailed recovery link. */
export function RecoveryScreen(frame: Frame) {
  const { t } = useTranslation('identity');
  const { token, isMissing } = useMailedKey();
  const [state, setState] = useState<'choosing' | 'done' | 'invalid'>('choosing');

  if (state === 'done') {
    return (
      <AuthFrame title={t('recovery.done.title')} {...frame}>
        <p className={styles.text}>{t('recovery.done.text')}</p>
        <LocalisedLink to="/login?mode=signin" className={buttonClass({ variant: 'primary', size: 'l', wide: true })}>
          {t('login.signin')}
        </LocalisedLink>
      </AuthFrame>
    );
  }
  if (state === 'invalid' || isMissing) {
    return (
      <AuthFrame title={t('recovery.invalid.title')} {...frame}>
        <p className={styles.text}>{t('recovery.invalid.text')}</p>
        <LocalisedLink to="/login?mode=reset" className={buttonClass({ variant: 'primary', size: 'l', wide: true })}>
          {t('recovery.invalid.action')}
        </LocalisedLink>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t('recovery.title')} {...frame}>
      <p className={styles.text}>{t('recovery.text')}</p>
      <NewPasswordForm token={token} onDone={() => setState('done')} onInvalid={() => setState('invalid')} />
    </AuthFrame>
  );
}
