import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportCase } from '#contract/community/moderation.ts';
import { Button } from '#web/ui/button.tsx';
import { Row } from '#web/ui/layout.tsx';
import { isRemovable } from './actions.ts';
import type { Refused } from './refused-cases.ts';
import type { TogetherAction } from './together-dialog.tsx';
import styles from './moderation.module.css';

const TogetherDialog = lazy(() => import('./together-dialog.tsx'));

interface Props {
  chosen: readonly ReportCase[];
  isFull: boolean;
  onClear: () => void;
  /** Called with true when a dialog opens, and with false when it closes. In between, the queue's shortcuts are off. */
  onAsk: (isAsking: boolean) => void;
  /** Called after a decision, with the cases that it could not decide. */
  onRefused: (refused: readonly Refused[]) => void;
}

/** The bar with actions for the selected cases. */
export function TogetherBar({ chosen, isFull, onClear, onAsk, onRefused }: Props) {
  const { t } = useTranslation(['community', 'moderation']);
  const [asked, setAsked] = useState<{ action: TogetherAction; cases: readonly ReportCase[] }>();
  const ask = (action: TogetherAction | undefined) => {
    setAsked(action && { action, cases: chosen });
    onAsk(action !== undefined);
  };
  return (
    <>
      {chosen.length > 0 && (
        <Row
          gap={16}
          rowGap={8}
          align="center"
          justify="between"
          wrap
          className={styles.together}
          data-foot-bar
          role="group"
          aria-label={t('moderation:together')}
        >
          <p aria-live="polite">
            {t('moderation:chosen', { count: chosen.length })} {isFull && t('moderation:chosen.full')}
          </p>
          <Row gap={8} wrap>
            <Button size="xs" onClick={() => ask('dismiss')}>
              {t('moderation:action.dismiss')}
            </Button>
            {chosen.some(({ subject }) => isRemovable(subject)) && (
              <Button size="xs" variant="ink" onClick={() => ask('remove')}>
                {t('moderation:action.remove')}
              </Button>
            )}
            <Button size="xs" variant="quiet" onClick={onClear}>
              {t('moderation:chosen.clear')}
            </Button>
          </Row>
        </Row>
      )}
      <Suspense>
        {asked && (
          <TogetherDialog
            {...asked}
            onClose={() => ask(undefined)}
            onDone={(refused) => {
              ask(undefined);
              onClear();
              onRefused(refused);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
