import { useTranslation } from 'react-i18next';
import { type InboxAssignee, InboxAssignees } from '#contract/appointments-admin.ts';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';

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
      <SegmentedControl
        label={t('inbox.assignee')}
        size="s"
        value={choice.assignee}
        options={InboxAssignees.map((value) => ({ value, label: t(`inbox.assignee.${value}`) }))}
        onChange={(assignee) => onChange({ ...choice, assignee })}
      />
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
