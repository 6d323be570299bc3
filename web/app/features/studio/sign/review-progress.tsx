import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { progressOf, type RunState } from './rendering-run.ts';
import styles from './sign.module.css';
import type { Failure } from './use-renderings.ts';

interface Props {
  state: Exclude<RunState, { kind: 'ready' }>;
  onStart: () => void;
  onCancel: () => void;
  onBack: () => void;
}

/** Shows the progress of drawing the images. If drawing stopped, it shows the reason and how to continue. */
export function ReviewProgress({ state, onStart, onCancel, onBack }: Props) {
  const { t } = useTranslation('studio');
  if (state.kind === 'failed') {
    const reason = state.reason as Failure;
    const mayRetry = !['outdated', 'taken', 'closed', 'plan'].includes(reason);
    return (
      <div className={styles.progress} role="alert">
        <p>{t(`render.failed.${reason}`)}</p>
        <p>{t(`render.failed.${reason}_text`)}</p>
        <Button size="s" onClick={mayRetry ? onStart : onBack}>
          {t(mayRetry ? 'render.retry' : 'review.back')}
        </Button>
      </div>
    );
  }
  if (state.kind === 'cancelled') {
    return (
      <div className={styles.progress}>
        <p>{t('render.cancelled')}</p>
        <p>{t('render.cancelled_text')}</p>
        <Button size="s" onClick={onStart}>
          {t('render.continue')}
        </Button>
      </div>
    );
  }
  const words =
    state.kind === 'rendering'
      ? t('render.step', {
          done: Math.min(state.done + 1, state.of),
          of: state.of,
          pose: t(`pose.${state.current.pose}`),
          style: t(`style.${state.current.style}`).toLowerCase(),
        })
      : t('render.preparing');
  return (
    <div className={styles.progress}>
      <p aria-live="polite">{words}</p>
      <ProgressBar label={t('render.label')} value={progressOf(state) * 100} />
      <p>{t('render.why')}</p>
      <Button size="s" onClick={onCancel}>
        {t('render.cancel')}
      </Button>
    </div>
  );
}
