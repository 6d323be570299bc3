import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { type ListFilter, queryOf } from './filters.ts';
import styles from './pane.module.css';
import { refreshAdmin } from './refresh.ts';

interface Props {
  filter: ListFilter;
  views: readonly { id: string; name: string; is_mine: boolean; is_shared: boolean }[];
  onClose: () => void;
}

/** Keeps the present filter under a name, and removes own ones. */
export function SaveViewDialog({ filter, views, onClose }: Props) {
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  const [name, setName] = useState('');
  const [isShared, setIsShared] = useState(false);
  const [isTried, setIsTried] = useState(false);
  const save = useMutation(
    api.appointmentsAdmin.adminSaveView.mutationOptions({
      onSuccess: (view) => {
        toast({ kind: 'success', title: t('view.saved', { name: view.name }) });
        onClose();
      },
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
      onSettled: refreshAdmin,
    }),
  );
  const mine = views.filter(({ is_mine }) => is_mine);
  function submit() {
    setIsTried(true);
    if (name.trim()) save.mutate({ name: name.trim(), filter: queryOf(filter), is_shared: isShared });
  }
  return (
    <FormDialog
      size="s"
      onClose={onClose}
      title={t('view.manage')}
      lead={t('view.lead')}
      action={t('view.save')}
      look={{ variant: 'ink', size: 's' }}
      busy={save.isPending}
      onSubmit={submit}
      below={mine.length > 0 && <OwnViews views={mine} />}
    >
      <TextField
        label={t('view.name')}
        maxLength={60}
        value={name}
        error={isTried && !name.trim() && t('view.nameMissing')}
        onChange={(event) => setName(event.target.value)}
      />
      <Checkbox label={t('view.share')} checked={isShared} onChange={(event) => setIsShared(event.target.checked)} />
    </FormDialog>
  );
}

function OwnViews({ views }: Pick<Props, 'views'>) {
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  const { mutate } = useMutation(
    api.appointmentsAdmin.adminDeleteView.mutationOptions({
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
      onSettled: refreshAdmin,
    }),
  );
  return (
    <ul className={styles.lines}>
      {views.map(({ id, name }) => (
        <li key={id}>
          <span>{name}</span>
          <IconButton
            icon={Trash2}
            size="s"
            label={t('view.delete', { name })}
            onClick={() => mutate({ view_id: id })}
          />
        </li>
      ))}
    </ul>
  );
}
