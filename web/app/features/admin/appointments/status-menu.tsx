import { ChevronDown, CircleDot } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AdminAppointment } from '#contract/appointments-admin.ts';
import { Icon } from '#web/ui/icon.tsx';
import { HeaderMenu } from '#web/ui/header-menu.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { settable } from './status-rules.ts';
import type { SettableStatus } from './use-set-status.ts';

interface Props {
  rows: readonly AdminAppointment[];
  onSet: (status: SettableStatus) => void;
  /** True in a row, which has room for an icon only. */
  isSmall?: boolean;
}

/** A menu of statuses. A status that all rows already have is dimmed. */
export function StatusMenu({ rows, onSet, isSmall }: Props) {
  const { t } = useTranslation(['admin', 'appointments']);
  const name = rows.length === 1 ? `${t('action.status')}: ${rows[0]?.patient_full_name}` : t('action.status');
  // In a row, only a plain button is drawn until the person presses it. If each row had a whole menu, most of its
  // drawing time would be spent on the menu.
  const Shown = isSmall ? HeaderMenu : Menu;
  return (
    <Shown
      label={name}
      triggerClassName={isSmall ? 'icon-button icon-button--s' : 'button button--line button--xs'}
      trigger={
        isSmall ? (
          <Icon as={CircleDot} size="s" />
        ) : (
          <span className="button__label">
            {t('action.status')} <Icon as={ChevronDown} size="s" />
          </span>
        )
      }
      entries={settable.map((status) => ({
        key: status,
        label: t(`appointments:status.${status}`),
        disabled: rows.every((row) => row.status_canonical === status),
        onSelect: () => onSet(status),
      }))}
    />
  );
}
