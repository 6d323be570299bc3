import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminUser } from '#contract/admin.ts';
import { type Plan, Plans, type Role, Roles } from '#contract/base.ts';
import { api, call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Select, TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { emptyRegistration, isComplete, RegistrationFields } from './registration-fields.tsx';
import styles from './screen.module.css';

type Change = 'role' | 'plan' | 'suspend' | 'sessions';

function useChangeNames(user: AdminUser): Record<Change, string> {
  const { t } = useTranslation('admin');
  return {
    role: t('user.role'),
    plan: t('user.plan'),
    suspend: t(user.suspended_at ? 'user.restore' : 'user.suspend'),
    sessions: t('user.endSessions'),
  };
}

/** One change at a time, each with its reason, which the log keeps. */
export function UserChangeForm({ user, needsRegistration }: { user: AdminUser; needsRegistration: boolean }) {
  const { t } = useTranslation(['admin', 'ui']);
  const errorText = useErrorText();
  const [change, setChange] = useState<Change>();
  const [role, setRole] = useState<Role>(user.role);
  const [plan, setPlan] = useState<Plan>(user.plan);
  const [registration, setRegistration] = useState(emptyRegistration);
  const [reason, setReason] = useState('');
  const [isTried, setIsTried] = useState(false);
  const isRegistering = change === 'role' && role === 'practitioner' && needsRegistration;
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (which: Change) => {
      const common = { user_id: user.id, reason: reason.trim() };
      if (which === 'role')
        await call.usersAdmin.adminSetUserRole({ ...common, role, registration: isRegistering ? registration : null });
      else if (which === 'plan') await call.usersAdmin.adminSetUserPlan({ ...common, plan });
      else if (which === 'sessions') await call.usersAdmin.adminEndUserSessions(common);
      else await call.usersAdmin.adminSuspendUser({ ...common, is_suspended: user.suspended_at === null });
    },
    onSuccess: () => {
      toast({ kind: 'success', title: t('user.changed') });
      close();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.usersAdmin.key() }),
  });

  function close() {
    setChange(undefined);
    setReason('');
    setIsTried(false);
    reset();
  }

  const names = useChangeNames(user);
  if (!change) return <Choice user={user} onChoose={setChange} />;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsTried(true);
        if (reason.trim() && !isPending && (!isRegistering || isComplete(registration))) mutate(change);
      }}
    >
      {change === 'role' && (
        <Select label={t('column.role')} value={role} onChange={(event) => setRole(event.target.value as Role)}>
          {Roles.map((one) => (
            <option key={one} value={one}>
              {t(`role.${one}`)}
            </option>
          ))}
        </Select>
      )}
      {isRegistering && <RegistrationFields value={registration} isTried={isTried} onChange={setRegistration} />}
      {change === 'plan' && (
        <Select label={t('column.plan')} value={plan} onChange={(event) => setPlan(event.target.value as Plan)}>
          {Plans.map((one) => (
            <option key={one} value={one}>
              {t(`plan.${one}`)}
            </option>
          ))}
        </Select>
      )}
      <TextField
        label={t('reason.label')}
        maxLength={500}
        value={reason}
        error={isTried && !reason.trim() ? t('reason.missing') : error && errorText(error)}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className={styles.buttons}>
        <Button size="s" variant={change === 'suspend' ? 'danger' : 'ink'} type="submit" busy={isPending}>
          {names[change]}
        </Button>
        <Button size="s" variant="quiet" onClick={close} disabled={isPending}>
          {t('ui:cancel')}
        </Button>
      </div>
    </form>
  );
}

function Choice({ user, onChoose }: { user: AdminUser; onChoose: (change: Change) => void }) {
  const names = useChangeNames(user);
  return (
    <div className={styles.buttons}>
      {(['role', 'plan', 'sessions', 'suspend'] as const).map((which) => (
        <Button key={which} size="s" variant={which === 'suspend' ? 'danger' : 'line'} onClick={() => onChoose(which)}>
          {names[which]}
        </Button>
      ))}
    </div>
  );
}
