import { useMutation, useQuery } from '@tanstack/react-query';
import { Mail, MailQuestion } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MyDetails } from '#contract/account.ts';
import type { Me } from '#contract/identity.ts';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { EmailAddress } from '#web/ui/email-address.tsx';
import { SettingsRow, SettingsSection } from '#web/ui/settings-section.tsx';
import { toast } from '#web/ui/toast.ts';
import { detailsQuery, useKeepDetails } from '../own/use-details.ts';
import { EmailDialog } from './email-dialog.tsx';

/**
 * Shows the current email address. During a change it also shows the new address, which is used only after both emailed
 * links were opened.
 */
export function EmailSection({ user }: { user: Me }) {
  const { t } = useTranslation('identity');
  const { data } = useQuery(detailsQuery);
  const [isOpen, setOpen] = useState(false);
  return (
    <SettingsSection title={t('security.email.title')} text={t('security.email.text')}>
      <SettingsRow
        icon={Mail}
        name={<EmailAddress>{user.email}</EmailAddress>}
        text={user.is_email_confirmed && t('security.email.confirmed')}
        action={
          <Button
            size="s"
            aria-label={`${t('email.change')}: ${t('security.email.title')}`}
            onClick={() => setOpen(true)}
          >
            {t('email.change')}
          </Button>
        }
      />
      {data?.email_change && <Waiting change={data.email_change} />}
      {isOpen && <EmailDialog onClose={() => setOpen(false)} />}
    </SettingsSection>
  );
}

function Waiting({ change }: { change: NonNullable<MyDetails['email_change']> }) {
  const { t } = useTranslation('identity');
  const keep = useKeepDetails();
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation(
    api.account.cancelEmailChange.mutationOptions({
      onSuccess: (details) => {
        keep(details);
        toast({ kind: 'info', title: t('email.cancelled') });
      },
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
    }),
  );
  const missing = change.old_confirmed
    ? 'email.waits.new'
    : change.new_confirmed
      ? 'email.waits.old'
      : 'email.waits.both';
  return (
    <SettingsRow
      icon={MailQuestion}
      name={<EmailAddress>{change.new_email}</EmailAddress>}
      text={t(missing)}
      action={
        <Button size="s" variant="quiet" busy={isPending} onClick={() => mutate({})}>
          {t('email.cancel')}
        </Button>
      }
    />
  );
}
