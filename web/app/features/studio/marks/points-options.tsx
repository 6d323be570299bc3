import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Pose } from '#contract/intake.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import type { Marked } from './marked.ts';
import styles from './marks.module.css';

/**
 * The buttons for the face points. If the face was not found correctly, the doctor drags some points to their places
 * and starts the face detection again. The detection then starts from these points. Later corrections are applied to
 * its new result.
 */
export function PointsOptions({ pose, marked }: { pose: Pose; marked: Marked | null }) {
  const { t } = useTranslation('studio');
  const { draft, poses, studioCase } = useWorkspace();
  const { corrections, seeds } = useDraft().content.markings.poses[pose];
  const [busy, setBusy] = useState(false);
  const photo = studioCase.photos.find((each) => each.pose === pose);
  const lookAgain = async () => {
    const state = poses.stateOf(photo?.id ?? '');
    if (state.kind !== 'ready') return;
    setBusy(true);
    const wished = corrections.slice();
    const found = await poses.refine(state.pose, wished).catch(() => null);
    setBusy(false);
    if (!found) return void toast({ kind: 'error', title: t('face_points.not_found'), text: t('face_points.kept') });
    draft.setPoseMarks(pose, { seeds: wished, corrections: [] });
  };
  return (
    <>
      <span className={styles.hint}>
        {corrections.length === 0
          ? t(seeds.length > 0 ? 'face_points.refined' : 'face_points.hint')
          : t('face_points.moved', { count: corrections.length })}
      </span>
      <Button
        size="xs"
        disabled={corrections.length === 0 || !marked}
        busy={busy}
        onClick={() => void lookAgain()}
        title={t('face_points.again_hint')}
      >
        {t('face_points.again')}
      </Button>
      <Button
        size="xs"
        variant="quiet"
        disabled={corrections.length === 0 && seeds.length === 0}
        onClick={() => draft.setPoseMarks(pose, { seeds: [], corrections: [] })}
      >
        {t('face_points.reset')}
      </Button>
    </>
  );
}
