import { useTranslation } from 'react-i18next';
import type { AdminUser } from '#contract/admin.ts';
import { type GivenRole, GivenRoles, type Plan } from '#contract/base.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Select, TextField } from '#web/ui/text-field.tsx';
import { RegistrationFields } from './registration-fields.tsx';
import styles from './screen.module.css';
import { PlanOptions, RoleOptions } from './user-options.tsx';
import { type UserChange, UserChanges, useUserChange } from './use-user-change.ts';

function useChangeNames(user: AdminUser): Record<UserChange, string> {
  const { t } = useTranslation('admin');
  return {
    role: t('user.role'),
    plan: t('user.plan'),
    suspend: t(user.suspended_at ? 'user.restore' : 'user.suspend'),
    sessions: t('user.endSessions'),
  };
}

/** The form for changes to an account, one at a time. Each change needs a reason, which is logged. */
export function UserChangeForm({ user, needsRegistration }: { user: AdminUser; needsRegistration: boolean }) {
  const { t } = useTranslation(['admin', 'ui']);
  const errorText = useErrorText();
  const names = useChangeNames(user);
  const { change, choose, form, put, isRegistering, isTried, submit, close, isPending, error } = useUserChange(
    user,
    needsRegistration,
  );
  if (!change) return <Choice names={names} isDesk={user.role === 'desk'} onChoose={choose} />;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {change === 'role' && (
        <Select
          label={t('column.role')}
          value={form.role}
          onChange={(event) => put({ role: event.target.value as GivenRole })}
        >
          <RoleOptions roles={GivenRoles} />
        </Select>
      )}
      {isRegistering && (
        <RegistrationFields
          value={form.registration}
          isTried={isTried}
          onChange={(registration) => put({ registration })}
        />
      )}
      {change === 'plan' && (
        <Select
          label={t('column.plan')}
          value={form.plan}
          onChange={(event) => put({ plan: event.target.value as Plan })}
        >
          <PlanOptions />
        </Select>
      )}
      <TextField
        label={t('reason.label')}
        maxLength={500}
        value={form.reason}
        error={isTried && !form.reason.trim() ? t('reason.missing') : error && errorText(error)}
        onChange={(event) => put({ reason: event.target.value })}
      />
      <div className={styles.buttons}>
        <Button size="s" variant={change === 'suspend' ? 'danger' : 'ink'} type="submit" saving={isPending}>
          {names[change]}
        </Button>
        <Button size="s" variant="quiet" onClick={close} disabled={isPending}>
          {t('ui:cancel')}
        </Button>
      </div>
    </form>
  );
}

interface ChoiceProps {
  names: Record<UserChange, string>;
  /** True for the account of a clinic's reception. Such an account keeps its role and has no subscription plan. */
  isDesk: boolean;
  onChoose: (change: UserChange) => void;
}

function Choice({ names, isDesk, onChoose }: ChoiceProps) {
  const choices = UserChanges.filter((which) => !isDesk || (which !== 'role' && which !== 'plan'));
  return (
    <div className={styles.buttons}>
      {choices.map((which) => (
        <Button key={which} size="s" variant={which === 'suspend' ? 'danger' : 'line'} onClick={() => onChoose(which)}>
          {names[which]}
        </Button>
      ))}
    </div>
  );
}
