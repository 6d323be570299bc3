import { useTranslation } from 'react-i18next';
import { type InboxAssignee, InboxAssignees } from '#contract/appointments-admin.ts';
import { classNames } from '#web/ui/class-names.ts';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import screen from '../screen.module.css';
import styles from './inbox.module.css';

export const InboxViews = ['waiting', 'snoozed', 'handled'] as const;
export type InboxView = (typeof InboxViews)[number];

/** Which entries are listed. */
export interface InboxChoice {
  readonly view: InboxView;
  readonly assignee: InboxAssignee;
}

interface Props {
  choice: InboxChoice;
  onChange: (choice: InboxChoice) => void;
}

export function InboxTools({ choice, onChange }: Props) {
  const { t } = useTranslation('admin');
  return (
    <>
      <select
        className={classNames(screen.select, styles.assignee)}
        aria-label={t('inbox.assignee')}
        value={choice.assignee}
        onChange={(event) =>
          onChange({ ...choice, assignee: InboxAssignees.find((one) => one === event.target.value) ?? 'all' })
        }
      >
        {InboxAssignees.map((one) => (
          <option key={one} value={one}>
            {t(`inbox.assignee.${one}`)}
          </option>
        ))}
      </select>
      <SegmentedControl
        label={t('inbox.filter')}
        size="s"
        value={choice.view}
        options={InboxViews.map((value) => ({ value, label: t(`inbox.${value}`) }))}
        onChange={(view) => onChange({ ...choice, view })}
      />
    </>
  );
}
