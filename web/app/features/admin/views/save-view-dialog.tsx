import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InboxFilter, SavedView, ViewFilter, ViewPlace } from '#contract/appointments-admin.ts';
import { call } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { refreshAdmin } from '../appointments/refresh.ts';
import { KnownViews } from './known-views.tsx';

/** The current filter of a page. */
export interface Saved {
  place: ViewPlace;
  filter?: ViewFilter;
  inbox?: InboxFilter;
}

interface Props {
  now: Saved;
  views: readonly SavedView[];
  onClose: () => void;
}

/** Saves the current filter under a name. Also renames and removes saved views, and sets the default view. */
export function SaveViewDialog({ now, views, onClose }: Props) {
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  const [name, setName] = useState('');
  const [isShared, setIsShared] = useState(false);
  const [isDefault, setIsDefault] = useState(false);
  const [isTried, setIsTried] = useState(false);
  const { place, ...filter } = now;
  const save = useMutation({
    async mutationFn() {
      const view = await call.appointmentsAdmin.adminSaveView({ name: name.trim(), ...filter, is_shared: isShared });
      if (isDefault) await call.appointmentsAdmin.adminSetDefaultView({ place, view_id: view.id });
      return view;
    },
    onSuccess: (view) => {
      toast({ kind: 'success', title: t('view.saved', { name: view.name }) });
      onClose();
    },
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
    onSettled: refreshAdmin,
  });
  function submit() {
    setIsTried(true);
    if (name.trim()) save.mutate();
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
      below={views.length > 0 && <KnownViews views={views} place={place} />}
    >
      <TextField
        label={t('view.name')}
        maxLength={60}
        value={name}
        error={isTried && !name.trim() && t('view.nameMissing')}
        onChange={(event) => setName(event.target.value)}
      />
      <Checkbox label={t('view.share')} checked={isShared} onChange={(event) => setIsShared(event.target.checked)} />
      <Checkbox label={t('view.first')} checked={isDefault} onChange={(event) => setIsDefault(event.target.checked)} />
    </FormDialog>
  );
}
