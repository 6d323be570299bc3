import {
  Brush,
  Columns2,
  Contrast,
  Crosshair,
  Download,
  Eye,
  Hand,
  Image,
  Maximize,
  Ruler,
  Scan,
  SquareSplitHorizontal,
  Syringe,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Key } from '#web/ui/key.tsx';
import { Row } from '#web/ui/layout.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { holdHandlers } from '../case/use-hold.ts';
import { useWorkspace } from '../case/workspace-context.ts';
import { toolKeys, Tools, useTools } from '../marks/tool-context.ts';
import styles from './tools.module.css';
import type { StageController } from './stage-controller.ts';
import type { StageMode } from './stage.tsx';

interface Props {
  mode: StageMode;
  onMode: (mode: StageMode) => void;
  showsRegions: boolean;
  onRegions: () => void;
  isClear: boolean;
  onClear: () => void;
  onSave: () => void;
  controller: RefObject<StageController | null>;
  zoomRef: RefObject<HTMLElement | null>;
  frame: RefObject<HTMLElement | null>;
}

const toolIcons = { hand: Hand, brush: Brush, points: Crosshair, injections: Syringe, measure: Ruler } as const;

function ToolButtons() {
  const { t } = useTranslation('studio');
  const { isEditable } = useWorkspace();
  const { tool, set } = useTools();
  const options = Tools.filter((each) => isEditable || each === 'hand' || each === 'measure').map((value) => ({
    value,
    label: (
      <span title={`${t(`tool.${value}`)} (${toolKeys[value]})`}>
        <Icon as={toolIcons[value]} size="s" label={t(`tool.${value}`)} />
      </span>
    ),
  }));
  return (
    <div className={styles.toolSet}>
      <SegmentedControl
        label={t('tool.label')}
        value={tool}
        options={options}
        onChange={(next) => set({ tool: next })}
        size="s"
      />
    </div>
  );
}

export function StageTools({
  mode,
  onMode,
  showsRegions,
  onRegions,
  isClear,
  onClear,
  onSave,
  controller,
  zoomRef,
  frame,
}: Props) {
  const { t } = useTranslation('studio');
  const modes = [
    ['split', SquareSplitHorizontal],
    ['side', Columns2],
    ['simulation', Image],
  ] as const;
  const options = modes.map(([value, icon]) => ({
    value,
    label: (
      <>
        <Icon as={icon} size="s" />
        <span className={styles.word}>{t(`mode.${value}`)}</span>
      </>
    ),
  }));
  return (
    <Row gap={4} align="center" className={styles.tools} role="toolbar" aria-label={t('tools')}>
      <SegmentedControl label={t('mode.label')} value={mode} options={options} onChange={onMode} size="s" />
      <IconButton icon={Eye} size="s" label={t('hold')} className={styles.hold} {...holdHandlers(frame)} />
      <span className={styles.grow} />
      <button type="button" className={styles.toggle} aria-pressed={showsRegions} onClick={onRegions}>
        <Icon as={Scan} size="s" />
        <span className={classNames(styles.word, styles.spare)}>{t('regions')}</span> <Key>O</Key>
      </button>
      <IconButton
        icon={Contrast}
        size="s"
        label={t('clear')}
        className={styles.switch}
        aria-pressed={isClear}
        onClick={onClear}
      />
      <ToolButtons />
      <span className={styles.rule} aria-hidden="true" />
      <IconButton icon={ZoomOut} size="s" label={t('zoom.out')} onClick={() => controller.current?.zoom(1 / 1.25)} />
      <button
        type="button"
        className={styles.zoom}
        title={t('zoom.actual')}
        onClick={() => controller.current?.actualSize()}
      >
        <span className="visually-hidden">{t('zoom.actual')}</span>
        <span ref={zoomRef} />
      </button>
      <IconButton icon={ZoomIn} size="s" label={t('zoom.in')} onClick={() => controller.current?.zoom(1.25)} />
      <IconButton icon={Maximize} size="s" label={t('zoom.fit')} onClick={() => controller.current?.fit()} />
      <IconButton icon={Download} size="s" label={t('save_image')} onClick={onSave} />
    </Row>
  );
}
