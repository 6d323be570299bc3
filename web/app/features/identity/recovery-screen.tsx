import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { AuthFrame, type Frame } from './auth-frame.tsx';
import styles from './form.module.css';
import { NewPasswordForm } from './new-password-form.tsx';
import { useIsAlive, useSearch } from './use-search.ts';

/** The target of the recovery link. The key is taken out of the address at once, so that it stays in no history. */
export function RecoveryScreen(frame: Frame) {
  const { t } = useTranslation('identity');
  const search = useSearch();
  const [token, setToken] = useState<string>();
  const [state, setState] = useState<'choosing' | 'done' | 'invalid'>('choosing');
  const found = search.get('token');
  const isAlive = useIsAlive();
  const isAsked = !isAlive || found !== null || token !== undefined;

  useEffect(() => {
    if (!found) return;
    setToken(found);
    history.replaceState(history.state, '', location.pathname);
  }, [found]);

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
  if (state === 'invalid' || !isAsked) {
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
      <NewPasswordForm token={token ?? ''} onDone={() => setState('done')} onInvalid={() => setState('invalid')} />
    </AuthFrame>
  );
}
