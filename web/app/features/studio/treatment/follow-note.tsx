import { useTranslation } from 'react-i18next';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import type { Treatment } from '../draft/recipes.ts';
import styles from './treatment.module.css';

/** Whether this style's dose follows another style, leads, or was set by hand. */
export function FollowNote({ treatment }: { treatment: Treatment }) {
  const { t } = useTranslation('studio');
  const { draft, isEditable } = useWorkspace();
  const { content } = useDraft();
  const link = content.links[treatment.id];
  const leader = link && t(`style.${link.leader}`);
  if (link?.detached.includes(content.style)) {
    return (
      <p className={styles.note}>
        {t('follow.by_hand')}{' '}
        {isEditable && (
          <button type="button" className="link" onClick={() => draft.followAgain(treatment)}>
            {t('follow.again', { style: leader })}
          </button>
        )}
      </p>
    );
  }
  if (link && link.leader !== content.style)
    return <p className={styles.note}>{t('follow.follows', { style: leader })}</p>;
  return <p className={styles.note}>{t('dose.illustrative')}</p>;
}
