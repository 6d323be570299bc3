import { useMutation, useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SettingsRow, SettingsSection } from '#web/ui/settings-section.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { PasswordField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { useConfirmedPassword } from '../security/use-password-call.ts';

/** Erases the account and its data at once and permanently. The person must enter the password and tick a box. */
export function EraseSection({ onErased }: { onErased: () => void }) {
  const { t } = useTranslation('account');
  const [isOpen, setOpen] = useState(false);
  return (
    <SettingsSection title={t('erase.title')} text={t('erase.text')}>
      <SettingsRow
        icon={Trash2}
        name={t('erase.name')}
        text={t('erase.row')}
        action={
          <Button size="s" variant="danger" onClick={() => setOpen(true)}>
            {t('erase.open')}
          </Button>
        }
      />
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t('erase.confirm.title')}>
        <Confirm onClose={() => setOpen(false)} onErased={onErased} />
      </Dialog>
    </SettingsSection>
  );
}

function Confirm({ onClose, onErased }: { onClose: () => void; onErased: () => void }) {
  const { t } = useTranslation('account');
  const { data, error, isError, isFetching, refetch } = useQuery(api.privacy.getMyErasure.queryOptions());
  if (isError && !data) return <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return <SkeletonRows rows={3} />;
  const kept = [data.keeps_record && t('erase.keeps.record'), data.keeps_books && t('erase.keeps.books')];
  return (
    <Stack gap={20}>
      <p>{t('erase.confirm.text')}</p>
      <ul className="small">
        <li>{t('erase.goes.photos')}</li>
        <li>{t('erase.goes.community')}</li>
        <li>{t('erase.goes.membership')}</li>
        <li>{t('erase.goes.appointments')}</li>
      </ul>
      {kept.some(Boolean) && <p className="small muted">{kept.filter(Boolean).join(' ')}</p>}
      <Form onClose={onClose} onErased={onErased} />
    </Stack>
  );
}

function Form({ onClose, onErased }: { onClose: () => void; onErased: () => void }) {
  const { t } = useTranslation(['account', 'identity']);
  const errorText = useErrorText();
  const [isSure, setSure] = useState(false);
  const [password, setPassword] = useState('');
  const [needsTick, setNeedsTick] = useState(false);
  const erase = useMutation(
    api.privacy.eraseMyAccount.mutationOptions({
      onSuccess: onErased,
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
    }),
  );
  const { run, fault, busy } = useConfirmedPassword(() => erase.mutate({ is_final: true }));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setNeedsTick(!isSure);
    if (isSure && !erase.isPending) void run(password);
  };
  return (
    <Stack as="form" gap={20} onSubmit={submit} noValidate>
      <PasswordField
        label={t('identity:field.password')}
        autoComplete="current-password"
        value={password}
        error={fault}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Checkbox
        label={t('erase.sure')}
        checked={isSure}
        error={needsTick && !isSure ? t('erase.sure.missing') : undefined}
        onChange={(event) => setSure(event.target.checked)}
      />
      <Row gap={8} wrap>
        <Button type="submit" variant="danger" busy={busy || erase.isPending}>
          {t('erase.do')}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {t('erase.keep')}
        </Button>
      </Row>
    </Stack>
  );
}
