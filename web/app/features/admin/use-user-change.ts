import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminUser } from '#contract/admin.ts';
import type { GivenRole } from '#contract/base.ts';
import { api, call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { toast } from '#web/ui/toast.ts';
import { emptyRegistration, isComplete } from './registration-fields.tsx';

export const UserChanges = ['role', 'plan', 'sessions', 'suspend'] as const;
export type UserChange = (typeof UserChanges)[number];

/**
 * Returns the initial role in the form. The account of a clinic's reception keeps its role `desk`, and the form shows
 * no roles for it. The value 'patient' for such an account is therefore never sent.
 */
const givenRoleOf = ({ role }: AdminUser): GivenRole => (role === 'desk' ? 'patient' : role);

/** The state of the form: the chosen change, its typed values, and the call that sends it. */
export function useUserChange(user: AdminUser, needsRegistration: boolean) {
  const { t } = useTranslation('admin');
  const [change, setChange] = useState<UserChange>();
  const [form, setForm] = useState({
    role: givenRoleOf(user),
    plan: user.plan,
    registration: emptyRegistration,
    reason: '',
  });
  const [isTried, setIsTried] = useState(false);
  const { role, plan, registration } = form;
  const reason = form.reason.trim();
  const isRegistering = change === 'role' && role === 'practitioner' && needsRegistration;
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (which: UserChange) => {
      const common = { user_id: user.id, reason };
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
  const put = (part: Partial<typeof form>) => setForm((before) => ({ ...before, ...part }));

  function close() {
    setChange(undefined);
    put({ reason: '' });
    setIsTried(false);
    reset();
  }

  function submit() {
    setIsTried(true);
    if (change && reason && !isPending && (!isRegistering || isComplete(registration))) mutate(change);
  }

  return { change, choose: setChange, form, put, isRegistering, isTried, submit, close, isPending, error };
}
