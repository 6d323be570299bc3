import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import styles from './capture-page.module.css';
import { type Capture, stepOf } from './capture-state.ts';
import { PoseTiles } from './pose-tiles.tsx';
import { expressions, type PhotoKind } from './poses.ts';

interface Props {
  capture: Capture;
  view: 'camera' | 'files' | 'review';
  isCameraLive: boolean;
  /** The photo to take next, or null if none is left. */
  current: PhotoKind | null;
  /** True while the camera takes photos of expressions, which are optional. */
  isOptional: boolean;
  isRetake: boolean;
  isLeaving: boolean;
  mayContinue: boolean;
  onChoose: (pose: PhotoKind) => void;
  onRetry: (pose: PhotoKind) => void;
  onSkipAll: () => void;
  onContinue: () => void;
  /** Deletes the photos. Undefined if the person cannot delete them here. */
  onWithdraw: (() => void) | undefined;
}

/** Shows the step, the next instruction, the state of each photo, and the button to continue. */
export function CaptureSide({ capture, view, current, isOptional, isRetake, isLeaving, mayContinue, ...more }: Props) {
  const { isCameraLive, onChoose, onRetry, onSkipAll, onContinue, onWithdraw } = more;
  const { t } = useTranslation('capture');
  const hint = t(`hint.${current ?? 'review'}`);
  return (
    <aside
      className={styles.side}
      data-view={view}
      data-optional={isOptional || undefined}
      aria-label={t('tile.label')}
    >
      <p className={`${styles.step} num`}>
        {t(isOptional ? 'expression.step' : 'step', { step: stepOf({ current }) })}
      </p>
      <h1 className={`h2 ${styles.title}`}>{t('title')}</h1>
      <p className={`lead ${styles.hint}`}>
        {isRetake && view === 'camera' && current === 'front' ? t('primer.retake') : hint}
      </p>
      {view !== 'files' && <PoseTiles capture={capture} onChoose={onChoose} onRetry={onRetry} />}
      <Stack gap={12} className={styles.foot}>
        <p className={styles.keep}>
          <Icon as={Lock} size="s" />
          <span>{t('keep')}</span>
        </p>
        {isOptional ? (
          <Button size="l" wide onClick={onSkipAll}>
            {t(
              expressions.some((one) => 'preview' in capture.photos[one])
                ? 'expression.skipRest'
                : 'expression.skipAll',
            )}
          </Button>
        ) : (
          <Button variant="primary" size="l" wide disabled={!mayContinue} busy={isLeaving} onClick={onContinue}>
            {t('continue')}
          </Button>
        )}
        {onWithdraw && (
          // Hidden on a phone while the camera is open, because the camera image needs the whole screen.
          <button
            type="button"
            className={classNames(styles.other, 'link', view === 'camera' && isCameraLive && 'only-large')}
            onClick={onWithdraw}
          >
            {t('withdraw')}
          </button>
        )}
      </Stack>
    </aside>
  );
}
