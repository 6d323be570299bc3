import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type PhotoEntry, Poses } from '#contract/intake.ts';
import { type FaceView, oneFace, pairNames, type SideDifference, sideDifferences } from '#engine/volume/one-face.ts';
import { useFormat } from '#web/lib/format.ts';
import { useWorkspace } from '../case/workspace-context.ts';
import { useMarkedPose } from '../stage/use-marked-pose.ts';
import styles from './skin.module.css';

/**
 * The largest accepted `difference_mm`: the median deviation in mm of the landmarks of one photo from the face shape of
 * all three photos. If the deviation is larger, the photos do not fit one face shape. The expression, the distance of
 * the camera or its lens may have changed between the photos.
 */
const doubtful_mm = 1.5;
/**
 * The smallest differences between the sides that are reported, in mm. Smaller differences cannot be separated from the
 * noise of three photos. The depth (`ahead`) is the least certain.
 */
const told_mm = { lower: 1, wider: 1.5, ahead: 2.5 } as const;
const ways = ['lower', 'wider', 'ahead'] as const satisfies readonly (keyof SideDifference)[];

/**
 * Compares the right and left sides of the face, measured on all three photos together. It also shows how well the
 * photos agree with each other.
 */
export function FaceSides({ photos }: { photos: readonly PhotoEntry[] }) {
  const { t } = useTranslation('studio');
  const { number } = useFormat();
  const face = useFaceOf(photos);
  if (!face) return null;
  const sides = sideDifferences(face);
  const mm = (value: number) => t('sides.mm', { mm: number(Math.round(10 * Math.abs(value)) / 10) });
  const words = (difference: SideDifference) =>
    ways
      .filter((way) => Math.abs(difference[way]) >= told_mm[way])
      .map((way) => t(`sides.${way}_${difference[way] > 0 ? 'left' : 'right'}`, { mm: mm(difference[way]) }))
      .join(' · ');
  const fitOf = (view: FaceView | undefined) => {
    const percent = Math.round(100 * ((view?.size ?? 1) - 1));
    const size =
      percent === 0 ? null : t(percent > 0 ? 'sides.larger' : 'sides.smaller', { percent: Math.abs(percent) });
    return [mm(view?.difference_mm ?? 0), size].filter(Boolean).join(' · ');
  };
  const isDoubtful = face.views.some(({ difference_mm }) => difference_mm > doubtful_mm);
  return (
    <section className={styles.measures} aria-label={t('sides.title')}>
      <h3>{t('sides.title')}</h3>
      <dl>
        {pairNames.map((name) => (
          <div key={name}>
            <dt>{t(`sides.${name}`)}</dt>
            <dd>{words(sides[name]) || t('sides.even')}</dd>
          </div>
        ))}
      </dl>
      <h3>{t('sides.photos')}</h3>
      <dl>
        {Poses.map((pose, n) => (
          <div key={pose}>
            <dt>{t(`pose.${pose}`)}</dt>
            <dd>{fitOf(face.views[n])}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{t(isDoubtful ? 'sides.doubtful' : 'sides.note')}</p>
    </section>
  );
}

/** Opens the photos of all poses and measures them together. Returns null until each photo shows a face. */
function useFaceOf(photos: readonly PhotoEntry[]) {
  const { poses } = useWorkspace();
  const [front, right, left] = Poses.map((pose) => photos.find((photo) => photo.pose === pose));
  useEffect(() => {
    for (const photo of photos) void poses.open(photo);
  }, [poses, photos]);
  const first = useMarkedPose(front?.id ?? '', 'front').pose;
  const second = useMarkedPose(right?.id ?? '', 'right').pose;
  const third = useMarkedPose(left?.id ?? '', 'left').pose;
  return useMemo(
    () => (first && second && third ? oneFace([first.landmarks, second.landmarks, third.landmarks]) : null),
    [first, second, third],
  );
}
