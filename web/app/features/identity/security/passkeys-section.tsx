import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuthClient } from '#web/lib/auth.ts';
import { useFormat } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SettingsRow, SettingsSection } from '#web/ui/settings-section.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { type Answer, ask, useAuthErrorText } from '../auth-error.ts';
import { knowsPasskeys } from '../passkey/use-passkey-sign-in.ts';
import styles from './security.module.css';
import { PasswordFirstDialog } from './password-first-dialog.tsx';
import { useConfirmedPassword } from './use-password-call.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Row } from '#web/ui/layout.tsx';
import { longestPasskeyName } from '#contract/identity.ts';
import { TextField } from '#web/ui/text-field.tsx';

type OpenDialog = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey };

/** Lists the person's passkeys. Adding a passkey needs the password. Each passkey can be renamed and removed. */
export function PasskeysSection() {
  const { t } = useTranslation('identity');
  const { data, error, isError, isFetching, refetch } = useQuery(passkeysQuery);
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  return (
    <SettingsSection title={t('passkeys.title')} text={t('passkeys.text')}>
      {isError && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : !data ? (
        <SkeletonRows rows={1} />
      ) : (
        <>
          {data.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onOpen={(kind) => setDialog({ kind, passkey })} />
          ))}
          <Row gap={16} rowGap={12} align="center" justify="between" wrap className={styles.add}>
            {data.length === 0 && <p className="muted">{t('passkeys.empty')}</p>}
            {knowsPasskeys() ? (
              <Button size="s" onClick={() => setDialog({ kind: 'add' })}>
                {t('passkeys.add')}
              </Button>
            ) : (
              <p className="muted">{t('passkeys.unsupported')}</p>
            )}
          </Row>
        </>
      )}
      {dialog?.kind === 'add' && <AddPasskeyDialog onClose={close} />}
      {dialog?.kind === 'rename' && <RenamePasskeyDialog passkey={dialog.passkey} onClose={close} />}
      {dialog?.kind === 'remove' && <RemovePasskeyDialog passkey={dialog.passkey} onClose={close} />}
    </SettingsSection>
  );
}

function PasskeyRow({ passkey, onOpen }: { passkey: Passkey; onOpen: (kind: 'rename' | 'remove') => void }) {
  const { t } = useTranslation('identity');
  const { date } = useFormat();
  const name = passkey.name ?? t('passkeys.nameless');
  return (
    <SettingsRow
      icon={KeyRound}
      name={name}
      text={t(passkey.backedUp ? 'passkeys.synced' : 'passkeys.added', { date: date(passkey.createdAt) })}
      action={
        <Row gap={8} wrap>
          <Button size="s" aria-label={t('passkeys.rename.one', { name })} onClick={() => onOpen('rename')}>
            {t('passkeys.rename')}
          </Button>
          <Button
            size="s"
            variant="danger"
            aria-label={t('passkeys.remove.one', { name })}
            onClick={() => onOpen('remove')}
          >
            {t('passkeys.remove')}
          </Button>
        </Row>
      }
    />
  );
}

/** Asks for the password, then opens the device's dialog that creates a passkey. */
function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('identity');
  const { change, busy: isMaking } = usePasskeyChange(t('passkeys.add.done'), onClose);
  const { run, fault, busy } = useConfirmedPassword(() =>
    change(async () => (await import('../passkey/ceremony.ts')).addPasskey()),
  );
  return (
    <PasswordFirstDialog
      title={t('passkeys.add')}
      text={t('passkeys.add.text')}
      action={t('passkeys.add.next')}
      fault={fault}
      busy={busy || isMaking}
      onSubmit={run}
      onClose={onClose}
    />
  );
}

function RemovePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation('identity');
  const { change, busy } = usePasskeyChange(t('passkeys.remove.done'), onClose);
  const remove = () =>
    void change((auth) => auth.$fetch('/passkey/delete-passkey', { method: 'POST', body: { id: passkey.id } }));
  return (
    <FormDialog
      onClose={onClose}
      size="s"
      title={t('passkeys.remove.title')}
      action={t('passkeys.remove')}
      look={{ variant: 'danger' }}
      busy={busy}
      onSubmit={remove}
    >
      <p>{t('passkeys.remove.text', { name: passkey.name ?? t('passkeys.nameless') })}</p>
    </FormDialog>
  );
}

function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation('identity');
  const [name, setName] = useState(passkey.name ?? '');
  const [isEmpty, setEmpty] = useState(false);
  const { change, busy } = usePasskeyChange(t('passkeys.rename.done'), onClose);

  function save() {
    const body = { id: passkey.id, name: name.trim() };
    setEmpty(body.name === '');
    if (body.name !== '') void change((auth) => auth.$fetch('/passkey/update-passkey', { method: 'POST', body }));
  }

  return (
    <FormDialog
      onClose={onClose}
      size="s"
      title={t('passkeys.rename.title')}
      action={t('passkeys.rename.save')}
      busy={busy}
      onSubmit={save}
    >
      <TextField
        label={t('passkeys.rename.label')}
        value={name}
        maxLength={longestPasskeyName}
        hint={t('passkeys.rename.hint')}
        error={isEmpty && t('field.required')}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}

interface Passkey {
  readonly id: string;
  /** The name that the person or the authenticator chose. */
  readonly name: string | null;
  readonly createdAt: string;
  /** True if a service stores the passkey and syncs it to the person's other devices. */
  readonly backedUp: boolean;
}

const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async () => {
    const { data, error } = await ask<Passkey[]>((auth) => auth.$fetch('/passkey/list-user-passkeys'));
    if (error) throw new Error(`The passkeys were not answered: ${error.status}`);
    return data ?? [];
  },
});

/**
 * Returns a function that changes the passkeys. The function shows the result in a toast. After a success it also
 * reloads the list.
 */
function usePasskeyChange(done: string, onDone: () => void) {
  const { t } = useTranslation(['identity', 'ui']);
  const queries = useQueryClient();
  const errorText = useAuthErrorText();
  const [busy, setBusy] = useState(false);

  async function change(call: (auth: AuthClient) => Promise<Answer<unknown>>) {
    if (busy) return;
    setBusy(true);
    const { error } = await ask(call);
    if (error) toast({ kind: 'error', title: errorText(error) ?? t('ui:fault.short') });
    else {
      await queries.invalidateQueries({ queryKey: passkeysQuery.queryKey });
      toast({ kind: 'success', title: done });
      onDone();
    }
    setBusy(false);
  }
  return { change, busy };
}
