import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/icon.tsx';
import { useWorkspace } from '../case/workspace-context.ts';
import styles from './patient.module.css';
import { type Point, pointsToCheck } from './points-to-check.ts';

/** Lists the points to check, above the content of the tabs. Each point has a triangle, a name and a consequence. */
export function CheckBox() {
  const { t } = useTranslation('studio');
  const { studioCase } = useWorkspace();
  const points = pointsToCheck(studioCase);
  const what = ({ kind, value }: Point) => {
    if (kind === 'avoids')
      return value === 'other' ? (studioCase.answers?.avoid_other ?? '') : t(`avoid.${value as 'botox'}`);
    if (kind === 'unverified_photo' || kind === 'missing_pose')
      return t('narrow.photo', { pose: t(`pose.${value as 'front'}`).toLowerCase() });
    return t(`point.${kind}`);
  };
  if (points.length === 0) return null;
  return (
    <section className={styles.checkBox} aria-label={t('point.title')}>
      <h3>
        <Icon as={TriangleAlert} size="s" />
        {t('point.title')}
      </h3>
      <ul>
        {points.map((point) => (
          <li key={point.kind + point.value}>
            <span>{what(point)}</span>
            <small>{t(`point.${point.kind}_why`)}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
