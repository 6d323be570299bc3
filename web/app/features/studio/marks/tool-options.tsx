import { useId, useState } from 'react';
import type { Pose } from '#contract/intake.ts';
import { useTranslation } from 'react-i18next';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { toast } from '#web/ui/toast.ts';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import { InjectionOptions } from './injection-options.tsx';
import type { Marked } from './marked.ts';
import styles from './marks.module.css';
import { useTools } from './tool-context.ts';
import { Button } from '#web/ui/button.tsx';
import { Row } from '#web/ui/layout.tsx';

/** Shows the settings of the current tool, in one line above the photo. */
export function ToolOptions({ pose, marked }: { pose: Pose; marked: Marked | null }) {
  const { t } = useTranslation('studio');
  const { tool } = useTools();
  if (tool === 'hand') return null;
  return (
    <Row gap={8} align="center" className={styles.options} role="toolbar" aria-label={t(`tool.${tool}`)}>
      {tool === 'brush' && <BrushOptions pose={pose} />}
      {tool === 'points' && <PointsOptions pose={pose} marked={marked} />}
      {tool === 'injections' && <InjectionOptions marked={marked} />}
      {tool === 'measure' && <MeasureOptions />}
    </Row>
  );
}

function MeasureOptions() {
  const { t } = useTranslation('studio');
  const { lines, set } = useTools();
  return (
    <>
      <span className={styles.hint}>{t('measure.hint')}</span>
      <Button size="xs" variant="quiet" disabled={lines.length === 0} onClick={() => set({ lines: [] })}>
        {t('measure.clear')}
      </Button>
    </>
  );
}

function BrushOptions({ pose }: { pose: Pose }) {
  const { t } = useTranslation('studio');
  const { draft } = useWorkspace();
  const { brush } = useDraft().content.markings.poses[pose];
  const { brushMode, brushRadius, set } = useTools();
  const sizeId = useId();
  const options = (['protect', 'limit'] as const).map((value) => ({ value, label: t(`brush.${value}`) }));
  return (
    <>
      <SegmentedControl
        label={t('brush.mode')}
        value={brushMode}
        options={options}
        onChange={(next) => set({ brushMode: next })}
        size="s"
      />
      <label htmlFor={sizeId}>{t('brush.size')}</label>
      <input
        id={sizeId}
        type="range"
        className={styles.size}
        min={0.005}
        max={0.12}
        step={0.005}
        value={brushRadius}
        aria-valuetext={t('brush.size_value', { percent: Math.round(brushRadius * 200) })}
        onChange={(event) => set({ brushRadius: event.currentTarget.valueAsNumber })}
      />
      <span className={styles.hint}>{t(`brush.${brushMode}_hint`)}</span>
      <Button
        size="xs"
        variant="quiet"
        disabled={brush.length === 0}
        onClick={() => draft.setPoseMarks(pose, { brush: [] })}
      >
        {t('brush.clear')}
      </Button>
    </>
  );
}

/**
 * The buttons for the face points. If the face was not found correctly, the doctor drags some points to their places
 * and starts the face detection again. The detection then starts from these points. Later corrections are applied to
 * its new result.
 */
function PointsOptions({ pose, marked }: { pose: Pose; marked: Marked | null }) {
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
