import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { AuthFrame, type Frame } from './auth-frame.tsx';
import styles from './form.module.css';
import { useMailedKey } from './use-search.ts';

type State = 'asking' | 'busy' | 'waiting' | 'changed' | 'invalid' | 'failed';

/**
 * The page that opens from both emailed links when a person changes the email address. The person must press a button,
 * because programs that scan emails open links, too.
 */
export function ConfirmEmailScreen(frame: Frame) {
  const { t } = useTranslation('identity');
  const { token } = useMailedKey();
  const [state, setState] = useState<State>('asking');

  const isOpen = state === 'asking' || state === 'busy' || state === 'failed';
  const words = isOpen ? 'asking' : state;
  return (
    <AuthFrame title={t(`confirm_email.${words}.title`)} {...frame}>
      <p className={styles.text} aria-live="polite">
        {t(state === 'failed' ? 'confirm_email.failed' : `confirm_email.${words}.text`)}
      </p>
      {isOpen ? (
        <Button variant="primary" size="l" wide busy={state === 'busy'} onClick={() => void confirm(token, setState)}>
          {t('confirm_email.confirm')}
        </Button>
      ) : (
        <LocalisedLink to="/login?mode=signin" className={buttonClass({ variant: 'primary', size: 'l', wide: true })}>
          {t(state === 'changed' ? 'login.signin' : 'confirm_email.account')}
        </LocalisedLink>
      )}
    </AuthFrame>
  );
}

/**
 * Confirms the change. The client of the API is loaded only when the person presses the button, so the page appears
 * sooner.
 */
async function confirm(token: string, setState: (state: State) => void) {
  setState('busy');
  try {
    const [{ call }, { refusalOf }] = await Promise.all([import('#web/lib/api.ts'), import('#web/lib/refusal.ts')]);
    const answer = call.account.confirmEmailChange({ token }).then(({ state }) => state);
    setState(await answer.catch((error: unknown) => (refusalOf(error) ? 'invalid' : 'failed')));
  } catch {
    // The client of the API could not be loaded.
    setState('failed');
  }
}
