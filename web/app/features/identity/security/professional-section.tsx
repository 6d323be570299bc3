import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MyProfessionalSignIn } from '#contract/identity.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { SettingsRow, SettingsSection } from '#web/ui/settings-section.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { toast } from '#web/ui/toast.ts';
import { useAuthErrorText } from '../auth-error.ts';
import { Notice } from '../notice.tsx';
import { useLeaveForProvider, useRefusedText } from '../professional.ts';
import { useSearch } from '../use-search.ts';
import { PasswordFirstDialog } from './password-first-dialog.tsx';
import { useConfirmedPassword } from './use-password-call.ts';

/** The section for a doctor's account at the OpenID provider. It is shown if a provider is configured. */
export function ProfessionalSection() {
  const { t } = useTranslation('identity');
  const { date } = useFormat();
  const { data } = useQuery(api.identity.myProfessionalSignIn.queryOptions());
  const [dialog, setDialog] = useState<'link' | 'unlink'>();
  const refusedText = useRefusedText();
  const refused = useSearch().get('error');
  if (!data) return null;
  const { name, linked_at, is_verified } = data;
  const close = () => setDialog(undefined);
  const open = linked_at ? ('unlink' as const) : ('link' as const);
  return (
    <SettingsSection title={t('professional.title')} text={t('professional.text', { name })}>
      {refused && !linked_at && <Notice>{refusedText(refused, name)}</Notice>}
      <SettingsRow
        icon={BadgeCheck}
        name={
          <>
            {name}
            {linked_at && <StatusBadge tone="calm">{t('professional.linked', { date: date(linked_at) })}</StatusBadge>}
          </>
        }
        text={linked_at ? undefined : t(is_verified ? 'professional.not_linked' : 'professional.unverified')}
        action={
          (linked_at || is_verified) && (
            <Button
              size="s"
              variant={linked_at ? 'danger' : 'line'}
              aria-label={`${t(`professional.${open}`)}: ${name}`}
              onClick={() => setDialog(open)}
            >
              {t(`professional.${open}`)}
            </Button>
          )
        }
      />
      {dialog === 'link' && <LinkDialog name={name} onClose={close} />}
      {dialog === 'unlink' && <UnlinkDialog name={name} onClose={close} />}
    </SettingsSection>
  );
}

/** Asks for the password, then opens the pages of the OpenID provider. */
function LinkDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useTranslation(['identity', 'ui']);
  const leave = useLeaveForProvider('/link-social');
  const errorText = useAuthErrorText();
  const refusedText = useRefusedText();
  const [isLeaving, setLeaving] = useState(false);
  const { run, fault, busy } = useConfirmedPassword(async () => {
    setLeaving(true);
    const error = await leave();
    if (!error) return;
    const says = error.code === 'PROVIDER_AWAY' ? refusedText(error.code, name) : errorText(error);
    toast({ kind: 'error', title: says ?? t('ui:fault.short') });
    setLeaving(false);
  });
  return (
    <PasswordFirstDialog
      title={t('professional.link.title', { name })}
      text={t('professional.link.text', { name })}
      action={t('professional.link.next', { name })}
      fault={fault}
      busy={busy || isLeaving}
      onSubmit={run}
      onClose={onClose}
    />
  );
}

function UnlinkDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useTranslation('identity');
  const queries = useQueryClient();
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation(
    api.identity.unlinkProfessionalSignIn.mutationOptions({
      onSuccess: (link: MyProfessionalSignIn | null) => {
        queries.setQueryData(api.identity.myProfessionalSignIn.queryKey(), link);
        toast({ kind: 'success', title: t('professional.unlink.done', { name }) });
        onClose();
      },
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
    }),
  );
  return (
    <FormDialog
      onClose={onClose}
      size="s"
      title={t('professional.unlink.title', { name })}
      action={t('professional.unlink')}
      look={{ variant: 'danger' }}
      busy={isPending}
      onSubmit={() => mutate({})}
    >
      <p>{t('professional.unlink.text', { name })}</p>
    </FormDialog>
  );
}
