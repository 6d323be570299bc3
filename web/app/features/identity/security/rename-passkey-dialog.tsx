import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { longestPasskeyName } from '#contract/identity.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { type Passkey, usePasskeyChange } from './passkeys.ts';

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
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
