import { useTranslation } from 'react-i18next';
import type { PlanItem } from '#contract/drafts.ts';
import { useWorkspace } from '../case/workspace-context.ts';
import { isComplete } from '../draft/draft.ts';
import styles from './plan.module.css';
import { PlanItemEditor } from './plan-item-editor.tsx';

interface Props {
  item: PlanItem;
  index: number;
  week: number;
  isOpen: boolean;
  onOpen: (at: number | null) => void;
}

/** One step of the plan: a line, or, open, its fields. */
export function PlanItemRow({ item, index, week, isOpen, onOpen }: Props) {
  const { t } = useTranslation('studio');
  const { isEditable } = useWorkspace();
  const sessions =
    item.sessions > 1
      ? t('plan.sessions', { count: item.sessions, weeks: item.interval_weeks })
      : t('plan.one_session');
  const title = (
    <>
      <span className={styles.itemTitle}>
        <b>
          <bdi>{item.area || t('plan.new_item')}</bdi>
        </b>
        <span>{item.dose}</span>
      </span>
      <span className={styles.itemLine}>
        <span>{`${t(`kind.${item.kind}`)}, ${sessions}`}</span>
        <span>{t('plan.week', { week })}</span>
      </span>
      {!isComplete(item) && <span className={styles.incomplete}>{t('plan.incomplete')}</span>}
    </>
  );
  return (
    <li className={styles.item} data-open={isOpen || undefined}>
      <span className={styles.dot} aria-hidden="true">
        {index + 1}
      </span>
      <div>
        {isEditable ? (
          <button
            type="button"
            className={styles.itemHead}
            aria-expanded={isOpen}
            onClick={() => onOpen(isOpen ? null : index)}
          >
            {title}
          </button>
        ) : (
          <div className={styles.itemHead}>
            {title}
            <span className={styles.rationale}>
              <bdi>{item.rationale}</bdi>
            </span>
          </div>
        )}
        {isOpen && isEditable && <PlanItemEditor item={item} index={index} onOpen={onOpen} />}
      </div>
    </li>
  );
}
