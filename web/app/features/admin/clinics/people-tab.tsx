import { useMutation } from '@tanstack/react-query';
import { CircleAlert, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Clinic, ClinicMember } from '#contract/clinics.ts';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { EmptyState } from '#web/ui/list-states.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { ColumnHeads, Table } from '#web/ui/table.tsx';
import { toast } from '#web/ui/toast.ts';
import screen from '../screen.module.css';
import { DeskDialog } from './desk-dialog.tsx';
import { MemberDialog } from './member-dialog.tsx';
import { refreshClinics } from './refresh.ts';
import styles from './clinics.module.css';

/** Lists the members of a clinic with their roles. */
export function PeopleTab({ clinic }: { clinic: Clinic }) {
  const { t } = useTranslation('clinics');
  const [open, setOpen] = useState<ClinicMember | 'new' | 'desk'>();
  const [leaving, setLeaving] = useState<ClinicMember>();
  return (
    <div className={screen.stack}>
      <div className={screen.buttons}>
        <Button size="xs" variant="ink" onClick={() => setOpen('new')}>
          <Icon as={Plus} size="s" />
          {t('member.add')}
        </Button>
        <Button size="xs" onClick={() => setOpen('desk')}>
          <Icon as={Plus} size="s" />
          {t('desk.add')}
        </Button>
      </div>
      {clinic.members.length === 0 ? (
        <EmptyState title={t('member.none')} text={t('member.none.text')} />
      ) : (
        <Table caption={t('tab.people')} className={screen.table}>
          <ColumnHeads names={(['person', 'email', 'role', 'actions'] as const).map((name) => t(`column.${name}`))} />
          <tbody>
            {clinic.members.map((member) => (
              <Member key={member.user_id} member={member} onEdit={setOpen} onRemove={setLeaving} />
            ))}
          </tbody>
        </Table>
      )}
      {open === 'desk' && <DeskDialog clinicId={clinic.id} onClose={() => setOpen(undefined)} />}
      {open && open !== 'desk' && (
        <MemberDialog
          clinicId={clinic.id}
          member={open === 'new' ? undefined : open}
          onClose={() => setOpen(undefined)}
        />
      )}
      {leaving && <RemoveDialog clinic={clinic} member={leaving} onClose={() => setLeaving(undefined)} />}
    </div>
  );
}

interface MemberProps {
  member: ClinicMember;
  onEdit: (member: ClinicMember) => void;
  onRemove: (member: ClinicMember) => void;
}

function Member({ member, onEdit, onRemove }: MemberProps) {
  const { t } = useTranslation('clinics');
  return (
    <tr>
      <td data-label={t('column.person')}>
        <span className={styles.names}>
          <bdi>{member.name}</bdi>
          {!member.is_verified && member.role !== 'desk' && (
            <StatusBadge tone="awaiting" icon={CircleAlert}>
              {t('member.unverified')}
            </StatusBadge>
          )}
        </span>
      </td>
      <td data-label={t('column.email')} className={screen.mono}>
        {member.email}
      </td>
      <td data-label={t('column.role')}>{t(`role.${member.role}`)}</td>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell, and its buttons have names */}
      <td>
        <span className={screen.buttons}>
          {member.role !== 'desk' && (
            <Button size="xs" variant="quiet" onClick={() => onEdit(member)}>
              {t('member.change')}
              <span className="visually-hidden"> {member.name}</span>
            </Button>
          )}
          <Button size="xs" variant="quiet" onClick={() => onRemove(member)}>
            {t('member.remove')}
            <span className="visually-hidden"> {member.name}</span>
          </Button>
        </span>
      </td>
    </tr>
  );
}

function RemoveDialog({ clinic, member, onClose }: { clinic: Clinic; member: ClinicMember; onClose: () => void }) {
  const { t } = useTranslation('clinics');
  const errorText = useErrorText();
  const { mutate, isPending, error } = useMutation(
    api.clinics.adminRemoveMember.mutationOptions({
      onSuccess: () => {
        toast({ kind: 'success', title: t('member.removed', { name: member.name }) });
        onClose();
      },
      onSettled: refreshClinics,
    }),
  );
  return (
    <FormDialog
      size="s"
      onClose={onClose}
      title={t('member.remove.title', { name: member.name })}
      lead={t('member.remove.text', { clinic: clinic.name })}
      action={t('member.remove')}
      look={{ variant: 'danger', size: 's' }}
      busy={isPending}
      onSubmit={() => mutate({ clinic_id: clinic.id, user_id: member.user_id })}
      problem={error && errorText(error)}
    >
      {null}
    </FormDialog>
  );
}
