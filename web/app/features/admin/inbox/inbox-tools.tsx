import { useTranslation } from 'react-i18next';
import { type InboxAssignee, InboxAssignees, type InboxKind, InboxKinds } from '#contract/appointments-admin.ts';
import { classNames } from '#web/ui/class-names.ts';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import screen from '../screen.module.css';
import { ViewsMenu } from '../views/views-menu.tsx';
import styles from './inbox.module.css';
import type { InboxChosen } from './use-inbox-choice.ts';

export const InboxViews = ['waiting', 'snoozed', 'handled'] as const;
export type InboxView = (typeof InboxViews)[number];

/** The filter that decides which entries are listed. */
export interface InboxChoice {
  readonly view: InboxView;
  readonly assignee: InboxAssignee;
  /** Null means all kinds. */
  readonly kind: InboxKind | null;
}

interface Props {
  chosen: InboxChosen;
  onChange: (choice: InboxChoice) => void;
}

export function InboxTools({ chosen: { choice, views, chooseView }, onChange }: Props) {
  const { t } = useTranslation('admin');
  const { view: show, assignee, kind } = choice;
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
      <select
        className={classNames(screen.select, styles.kindFilter)}
        aria-label={t('inbox.kind')}
        value={kind ?? ''}
        onChange={(event) =>
          onChange({ ...choice, kind: InboxKinds.find((one) => one === event.target.value) ?? null })
        }
      >
        <option value="">{t('inbox.kind.all')}</option>
        {InboxKinds.map((one) => (
          <option key={one} value={one}>
            {t(`inboxKind.${one}`)}
          </option>
        ))}
      </select>
      <div className={styles.views}>
        <ViewsMenu
          views={views}
          now={{ place: 'inbox', inbox: { show, assignee, ...(kind && { kind }) } }}
          onChoose={chooseView}
        />
      </div>
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
