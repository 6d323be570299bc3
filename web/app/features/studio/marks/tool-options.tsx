import type { Pose } from '#contract/intake.ts';
import { useTranslation } from 'react-i18next';
import { BrushOptions } from './brush-options.tsx';
import { InjectionOptions } from './injection-options.tsx';
import type { Marked } from './marked.ts';
import styles from './marks.module.css';
import { PointsOptions } from './points-options.tsx';
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
