import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { StudioCase } from '#contract/cases.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { useWorkspace } from '../case/workspace-context.ts';
import styles from './patient.module.css';

/**
 * Lists the points that the doctor should check, above the content of the tabs. Each entry names the point and says why
 * it matters.
 */
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
    <Stack as="section" gap={4} className={styles.checkBox} aria-label={t('point.title')}>
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
    </Stack>
  );
}

type PointKind = 'avoids' | 'surgery' | 'fillers' | 'unverified_photo' | 'missing_pose';
interface Point {
  kind: PointKind;
  /** The answer or the pose to check. */
  value: string;
}

/**
 * Returns the warnings that a doctor should know before the first dose. They follow from the patient's answers and
 * photos.
 */
export function pointsToCheck({
  answers,
  photos,
  expressions,
}: Pick<StudioCase, 'answers' | 'photos' | 'expressions'>): Point[] {
  const history = answers?.treatments_history ?? [];
  const avoids = (answers?.avoid_treatments ?? []).map((value): Point => ({ kind: 'avoids', value }));
  const unverified = [...photos, ...expressions]
    .filter((photo) => !photo.is_verified)
    .map(({ pose }): Point => ({ kind: 'unverified_photo', value: pose }));
  const missing = (['front', 'right', 'left'] as const).filter((pose) => !photos.some((photo) => photo.pose === pose));
  return [
    ...avoids,
    ...(history.includes('cosmetic_surgery') ? [{ kind: 'surgery', value: '' } as const] : []),
    ...(history.includes('botox_fillers_threads') ? [{ kind: 'fillers', value: '' } as const] : []),
    ...unverified,
    ...missing.map((value): Point => ({ kind: 'missing_pose', value })),
  ];
}
