import { useQuery } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepReturn } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { toast } from '#web/ui/toast.ts';
import { useAuthErrorText } from './auth-error.ts';
import { Notice } from './notice.tsx';
import { professionalSignIn, useLeaveForProvider, useRefusedText } from './professional.ts';
import { useSearch } from './use-search.ts';

/** The button with which doctors sign in at an OpenID provider. It is shown if a provider is configured. */
export function ProfessionalButton() {
  const { t } = useTranslation(['identity', 'ui']);
  const { data } = useQuery(professionalSignIn);
  const [busy, setBusy] = useState(false);
  const leave = useLeaveForProvider('/sign-in/social');
  const errorText = useAuthErrorText();
  const refusedText = useRefusedText();
  const name = data?.name;
  if (!name) return null;

  async function go() {
    setBusy(true);
    keepReturn(location.search);
    const error = await leave();
    if (!error) return;
    const says = error.code === 'PROVIDER_AWAY' ? refusedText(error.code, name ?? '') : errorText(error);
    toast({ kind: 'error', title: says ?? t('ui:fault.short') });
    setBusy(false);
  }

  return (
    <Button size="l" wide busy={busy} onClick={() => void go()}>
      <Icon as={BadgeCheck} size="s" />
      {t('login.professional', { name })}
    </Button>
  );
}

/**
 * The message after a refused sign-in. Either the OpenID provider refused it, or our service did after the provider's
 * reply.
 */
export function ProfessionalRefused() {
  const { data } = useQuery(professionalSignIn);
  const refusedText = useRefusedText();
  const code = useSearch().get('error');
  return code && data?.name ? <Notice>{refusedText(code, data.name)}</Notice> : null;
}
