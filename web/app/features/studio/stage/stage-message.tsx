import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { PoseState } from './pose-store.ts';
import styles from './stage.module.css';
import type { Painting } from './use-painter.ts';

interface Props {
  state: PoseState;
  painting: Painting;
  onRetry: () => void;
}

/** Shows the progress while a photo is opened. If this fails, it shows the error and the remedy. */
export function StageMessage({ state, painting, onRetry }: Props) {
  const { t } = useTranslation('studio');
  if (state.kind === 'failed') {
    return (
      <Stack gap={8} align="center" className={styles.message} role="alert">
        <Icon as={CircleAlert} size="l" />
        <p>{t(`stage.failed.${state.why}`)}</p>
        <p>{t(`stage.failed.${state.why}_text`)}</p>
        <Button size="s" onClick={onRetry}>
          {t('stage.retry')}
        </Button>
      </Stack>
    );
  }
  if (state.kind === 'ready' && painting.kind === 'failed') {
    return (
      <Stack gap={8} align="center" className={styles.message} role="alert">
        <Icon as={CircleAlert} size="l" />
        <p>{t('stage.failed.painter')}</p>
        <p>{t('stage.failed.painter_text')}</p>
      </Stack>
    );
  }
  if (state.kind === 'ready' && painting.kind === 'painting') {
    const note =
      painting.by === 'stored'
        ? t('stage.stored')
        : painting.isLightDoubted
          ? t('stage.light')
          : painting.by === 'cpu'
            ? t('stage.cpu')
            : null;
    return note && <p className={styles.corner}>{note}</p>;
  }
  const step = state.kind === 'ready' ? 'preparing' : state.kind === 'detecting' ? 'detecting' : 'loading';
  return (
    <Stack gap={8} align="center" className={styles.message} aria-live="polite">
      <Spinner label={t(`stage.${step}`)} />
      <p>{t(`stage.${step}`)}</p>
    </Stack>
  );
}
