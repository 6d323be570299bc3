import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ClinicLimits, type ClinicSite, type Room, RoomKinds } from '#contract/clinics.ts';
import { api } from '#web/lib/api.ts';
import { Switch } from '#web/ui/checkbox.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { ChoiceGroup } from '#web/ui/chip-group.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { useSaveProblem } from '../save-problem.ts';
import { refreshClinics } from './refresh.ts';

const nothing = { name: '', kind: 'room', is_active: true } as const;

/** Adds a room or a device of a place, or changes one. */
export function RoomDialog({ site, room, onClose }: { site: ClinicSite; room: Room | undefined; onClose: () => void }) {
  const { t } = useTranslation(['clinics', 'admin']);
  const problemOf = useSaveProblem();
  const [form, setForm] = useState<Omit<Room, 'id' | 'version'>>(() => {
    const { name, kind, is_active } = room ?? nothing;
    return { name, kind, is_active };
  });
  const [version] = useState(room?.version ?? null);
  const [isTried, setIsTried] = useState(false);
  const { mutate, isPending, error } = useMutation(
    api.clinics.adminSaveRoom.mutationOptions({
      onSuccess: () => {
        toast({ kind: 'success', title: t('saved', { name: form.name }) });
        onClose();
      },
      onSettled: refreshClinics,
    }),
  );
  function submit() {
    setIsTried(true);
    if (form.name.trim()) mutate({ room_id: room?.id ?? null, version, site_id: site.id, ...form });
  }
  return (
    <FormDialog
      size="s"
      onClose={onClose}
      title={room?.name ?? t('room.add')}
      lead={site.name}
      action={t('admin:save')}
      look={{ variant: 'ink', size: 's' }}
      busy={isPending}
      onSubmit={submit}
      problem={problemOf(error)}
    >
      <TextField
        label={t('name')}
        maxLength={ClinicLimits.room}
        value={form.name}
        error={isTried && !form.name.trim() && t('fault.name')}
        onChange={(event) => setForm({ ...form, name: event.target.value })}
      />
      <ChoiceGroup
        legend={t('room.kind')}
        value={form.kind}
        choices={RoomKinds.map((value) => ({ value, label: t(`room.kind.${value}`) }))}
        onChange={(kind) => setForm({ ...form, kind })}
      />
      {room && (
        <Switch
          label={t('active')}
          checked={form.is_active}
          onChange={(event) => setForm({ ...form, is_active: event.target.checked })}
        />
      )}
    </FormDialog>
  );
}
