import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { longestPasskeyName } from '#contract/identity.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { valuesOf } from '../form-values.ts';
import { type Passkey, usePasskeyChange } from './passkeys.ts';
import styles from './security.module.css';

interface Props {
  passkey: Passkey | undefined;
  onClose: () => void;
}

export function RenamePasskeyDialog({ passkey, onClose }: Props) {
  const { t } = useTranslation('identity');
  return (
    <Dialog isOpen={passkey !== undefined} onClose={onClose} size="s" title={t('passkeys.rename.title')}>
      {passkey && <Rename passkey={passkey} onClose={onClose} />}
    </Dialog>
  );
}

function Rename({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation('identity');
  const [isEmpty, setEmpty] = useState(false);
  const { change, busy } = usePasskeyChange(t('passkeys.rename.done'), onClose);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = valuesOf(event, 'name').name.trim();
    setEmpty(name === '');
    if (name === '') return;
    await change((auth) => auth.$fetch('/passkey/update-passkey', { method: 'POST', body: { id: passkey.id, name } }));
  }

  return (
    <form className={styles.steps} onSubmit={submit} noValidate>
      <TextField
        label={t('passkeys.rename.label')}
        name="name"
        defaultValue={passkey.name ?? ''}
        maxLength={longestPasskeyName}
        hint={t('passkeys.rename.hint')}
        error={isEmpty ? t('field.required') : undefined}
      />
      <div className={styles.pair}>
        <Button type="submit" variant="primary" busy={busy}>
          {t('passkeys.rename.save')}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {t('dialog.cancel')}
        </Button>
      </div>
    </form>
  );
}
