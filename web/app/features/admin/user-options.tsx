import { useTranslation } from 'react-i18next';
import { Plans, type Role } from '#contract/base.ts';

export function RoleOptions({ roles }: { roles: readonly Role[] }) {
  const { t } = useTranslation('admin');
  return roles.map((role) => (
    <option key={role} value={role}>
      {t(`role.${role}`)}
    </option>
  ));
}

export function PlanOptions() {
  const { t } = useTranslation('admin');
  return Plans.map((plan) => (
    <option key={plan} value={plan}>
      {t(`plan.${plan}`)}
    </option>
  ));
}
