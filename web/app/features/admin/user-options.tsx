import { useTranslation } from 'react-i18next';
import { Plans, Roles } from '#contract/base.ts';

export function RoleOptions() {
  const { t } = useTranslation('admin');
  return Roles.map((role) => (
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
