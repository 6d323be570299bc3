import { useMutation } from '@tanstack/react-query';
import { Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedView, ViewPlace } from '#contract/appointments-admin.ts';
import { api } from '#web/lib/api.ts';
import { isComposing } from '#web/lib/is-composing.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { toast } from '#web/ui/toast.ts';
import { refreshAdmin } from '../appointments/refresh.ts';
import styles from './views.module.css';

/** Lists saved views: those of the signed-in administrator and those of the team. A view can be renamed in its row. */
export function KnownViews({ views, place }: { views: readonly SavedView[]; place: ViewPlace }) {
  return (
    <Stack as="ul" gap={8} className={styles.views}>
      {views.map((view) => (
        <KnownView key={view.id} view={view} place={place} />
      ))}
    </Stack>
  );
}

function KnownView({ view, place }: { view: SavedView; place: ViewPlace }) {
  const { id, name, is_default, filter, inbox, is_shared } = view;
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  const [typed, setTyped] = useState(name);
  const settled = {
    onError: (error: unknown) => {
      setTyped(name);
      toast({ kind: 'error', title: errorText(error) });
    },
    onSettled: refreshAdmin,
  };
  const { adminChangeView, adminDeleteView, adminSaveView, adminSetDefaultView } = api.appointmentsAdmin;
  const rename = useMutation(
    adminChangeView.mutationOptions({
      ...settled,
      onSuccess: (view) => toast({ kind: 'success', title: t('view.saved', { name: view.name }) }),
    }),
  );
  const choose = useMutation(adminSetDefaultView.mutationOptions(settled));
  const restore = useMutation(
    adminSaveView.mutationOptions({
      ...settled,
      onSuccess: (restored) => is_default && choose.mutate({ place, view_id: restored.id }),
    }),
  );
  const remove = useMutation(
    adminDeleteView.mutationOptions({
      ...settled,
      onSuccess: () =>
        toast({
          kind: 'success',
          title: t('view.deleted', { name }),
          action: { label: t('undo'), run: () => restore.mutate({ name, filter, inbox, is_shared }) },
        }),
    }),
  );
  function submit() {
    const next = typed.trim();
    if (!next) setTyped(name);
    else if (next !== name) rename.mutate({ view_id: id, name: next });
  }
  return (
    <li>
      <input
        className="input"
        aria-label={t('view.rename', { name })}
        maxLength={60}
        dir="auto"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={submit}
        onKeyDown={(event) => event.key === 'Enter' && !isComposing(event.nativeEvent) && submit()}
      />
      <IconButton
        icon={Star}
        size="s"
        label={t('view.default', { name })}
        aria-pressed={is_default}
        onClick={() => choose.mutate({ place, view_id: is_default ? null : id })}
      />
      <IconButton
        icon={Trash2}
        size="s"
        label={t('view.delete', { name })}
        onClick={() => remove.mutate({ view_id: id })}
      />
    </li>
  );
}
