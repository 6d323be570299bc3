import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SettingsRow, SettingsSection } from '#web/ui/settings-section.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { knowsPasskeys } from '../passkey/use-passkey-sign-in.ts';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { type Passkey, passkeysQuery } from './passkeys.ts';
import { RemovePasskeyDialog } from './remove-passkey-dialog.tsx';
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx';
import styles from './security.module.css';

type OpenDialog = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey };

/** The keys on the person's devices: added after the password, named and removed one by one. */
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
          <div className={styles.add}>
            {data.length === 0 && <p className="muted">{t('passkeys.empty')}</p>}
            {knowsPasskeys() ? (
              <Button size="s" onClick={() => setDialog({ kind: 'add' })}>
                {t('passkeys.add')}
              </Button>
            ) : (
              <p className="muted">{t('passkeys.unsupported')}</p>
            )}
          </div>
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
        <div className={styles.pair}>
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
        </div>
      }
    />
  );
}
