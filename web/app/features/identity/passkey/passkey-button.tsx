import { KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';

/**
 * The button for signing in with a passkey. It is shown only if the browser supports passkeys. The page can check this
 * only after its scripts have started.
 */
export function PasskeyButton({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const { t } = useTranslation('identity');
  const { isOffered, busy, signIn } = usePasskeySignIn(onSignedIn);
  if (!isOffered) return null;
  return (
    <Button size="l" wide busy={busy} onClick={signIn}>
      <Icon as={KeyRound} size="s" />
      {t('login.passkey')}
    </Button>
  );
}
