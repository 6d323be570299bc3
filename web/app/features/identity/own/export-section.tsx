import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Archive } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MyExport } from '#contract/privacy.ts';
import { api } from '#web/lib/api.ts';
import { downloadFrom } from '#web/lib/download.ts';
import { useFormat } from '#web/lib/format.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SettingsRow, SettingsSection } from '#web/ui/settings-section.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { PasswordField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { useConfirmedPassword } from '../security/use-password-call.ts';

const ask_ms = 2000;
const MB = 1024 * 1024;

/**
 * Offers a copy of the person's data. The person requests the copy, the service creates it in the background, and the
 * person can download it for some days.
 */
export function ExportSection() {
  const { t } = useTranslation('account');
  const { data, error, isError, isFetching, isPending, refetch } = useQuery({
    ...api.privacy.getMyExport.queryOptions(),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.state === 'preparing' ? ask_ms : false),
  });
  return (
    <SettingsSection title={t('export.title')} text={t('export.text')}>
      {isError && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : isPending ? (
        <SkeletonRows rows={1} />
      ) : (
        <Copy copy={data ?? null} />
      )}
    </SettingsSection>
  );
}

function Copy({ copy }: { copy: MyExport | null }) {
  const { t } = useTranslation('account');
  const text = useStateText(copy);
  return (
    <SettingsRow
      icon={Archive}
      name={t('export.name')}
      text={<span aria-live="polite">{text}</span>}
      action={copy?.state === 'ready' ? <Download id={copy.id} /> : <Ask copy={copy} />}
    />
  );
}

/** Downloads the copy after the person has entered the password, because the copy contains everything. */
function Download({ id }: { id: string }) {
  const { t } = useTranslation(['account', 'identity']);
  const [isOpen, setOpen] = useState(false);
  const [password, setPassword] = useState('');
  const close = () => {
    setOpen(false);
    setPassword('');
  };
  const { run, fault, busy } = useConfirmedPassword(() => {
    downloadFrom(`/api/exports/${id}.zip`);
    close();
  });
  return (
    <>
      <Button variant="primary" size="s" onClick={() => setOpen(true)}>
        {t('export.download')}
      </Button>
      {isOpen && (
        <FormDialog
          onClose={close}
          title={t('export.name')}
          lead={t('export.password')}
          action={t('export.download')}
          busy={busy}
          onSubmit={() => void run(password)}
        >
          <PasswordField
            label={t('identity:field.password')}
            autoComplete="current-password"
            value={password}
            error={fault}
            onChange={(event) => setPassword(event.target.value)}
          />
        </FormDialog>
      )}
    </>
  );
}

function useStateText(copy: MyExport | null): string {
  const { t } = useTranslation('account');
  const { dateTime, number } = useFormat();
  if (!copy) return t('export.none');
  if (copy.state !== 'ready') return t(`export.${copy.state}`);
  const size = number(Math.max(0.1, Math.round(((copy.size_bytes ?? 0) / MB) * 10) / 10));
  return t('export.ready', { size, until: dateTime(copy.expires_at ?? '') });
}

function Ask({ copy }: { copy: MyExport | null }) {
  const { t } = useTranslation('account');
  const queries = useQueryClient();
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation(
    api.privacy.requestMyExport.mutationOptions({
      onSuccess: (made) => queries.setQueryData(api.privacy.getMyExport.queryKey(), made),
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
    }),
  );
  const isMaking = copy?.state === 'preparing';
  return (
    <Button size="s" busy={isPending || isMaking} onClick={() => mutate({})}>
      {t(copy?.state === 'failed' ? 'export.again' : 'export.ask')}
    </Button>
  );
}
