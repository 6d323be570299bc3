import { ArrowLeft } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Row } from '#web/ui/layout.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import styles from './capture-page.module.css';
import { CaptureSide } from './capture-side.tsx';
import { isComplete, stepOf } from './capture-state.ts';
import { Primer } from './primer.tsx';
import { Stage } from './stage.tsx';
import { useCapture, type View } from './use-capture.ts';

const WithdrawDialog = lazy(() => import('./withdraw-dialog.tsx'));

/**
 * The page /unlock. It asks for consent and takes three photos. It then offers to take photos of expressions, which are
 * optional. A review of all photos and the link to the questions follow.
 */
export function CapturePage({ forgetAnswers, ...frame }: Props) {
  const { t } = useTranslation('capture');
  const page = useCapture(forgetAnswers);
  const { view, capture } = page;
  const main = useRef<HTMLElement>(null);
  const [isWithdrawing, setWithdrawing] = useState(false);
  useFocusOnView(main, view);

  if (view === 'primer' || view === 'failed') {
    return (
      <div className={styles.page} data-view={view}>
        <TopBar backTo={page.back} {...frame} />
        <Row as="main" ref={main} id="content" className={styles.single} tabIndex={-1}>
          {view === 'primer' ? (
            <Primer isReady={page.isReady} onStart={page.start} />
          ) : (
            <ErrorState error={page.fault} onRetry={page.loadAgain} />
          )}
        </Row>
      </div>
    );
  }
  return (
    <div className={styles.page} data-view={view}>
      <TopBar
        step={t(page.isOptional ? 'expression.step' : 'step', { step: stepOf(page) })}
        backTo={page.back}
        {...frame}
      />
      <main ref={main} id="content" className={styles.capture} tabIndex={-1}>
        <div className={styles.left}>
          <Stage page={page} />
        </div>
        <CaptureSide
          capture={capture}
          view={view}
          isCameraLive={page.camera.status === 'live'}
          current={page.current}
          isOptional={page.isOptional}
          isRetake={page.isRetake}
          isLeaving={page.isLeaving}
          onChoose={page.choose}
          onRetry={page.retry}
          onSkipAll={() => page.skip('all')}
          onContinue={page.proceed}
          mayContinue={isComplete(capture)}
          onWithdraw={page.withdraw && (() => setWithdrawing(true))}
        />
      </main>
      {isWithdrawing && page.withdraw && (
        <Suspense>
          <WithdrawDialog onWithdraw={page.withdraw} onClose={() => setWithdrawing(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Moves the focus to the new view, because the pressed button is no longer on the page. */
function useFocusOnView(main: { current: HTMLElement | null }, view: View) {
  const last = useRef(view);
  useEffect(() => {
    if (last.current !== view) main.current?.focus({ preventScroll: true });
    last.current = view;
  }, [main, view]);
}

/** The parts of the page's header that the route provides. */
interface Frame {
  brand: ReactNode;
  languages: ReactNode;
}

interface Props extends Frame {
  /** Deletes the answers to the questions that this browser has stored. */
  forgetAnswers: () => void;
}

interface TopBarProps extends Frame {
  /** The text 'Step n / 3'. It is absent before the consent. */
  step?: string;
  backTo: string;
}

/** Shows the link back and the choice of language. There is no menu, because each screen has only one task. */
function TopBar({ step, backTo, brand, languages }: TopBarProps) {
  const { t } = useTranslation(['capture', 'ui']);
  const navigate = useNavigate();
  return (
    <Row as="header" align="center" justify="between" className={styles.bar}>
      <a className="skip-link" href="#content">
        {t('ui:skip')}
      </a>
      <IconButton
        className="only-small"
        icon={ArrowLeft}
        label={t('back')}
        onClick={() => (backTo.endsWith('/home') ? location.assign(backTo) : navigate(backTo))}
      />
      <span className="only-large">{brand}</span>
      {step && <span className={`${styles.count} num only-small`}>{step}</span>}
      <span className={step ? 'only-large' : undefined}>{languages}</span>
    </Row>
  );
}
