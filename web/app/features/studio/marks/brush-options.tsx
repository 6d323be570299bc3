import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Pose } from '#contract/intake.ts';
import { Button } from '#web/ui/button.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import styles from './marks.module.css';
import { useTools } from './tool-context.ts';

export function BrushOptions({ pose }: { pose: Pose }) {
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
