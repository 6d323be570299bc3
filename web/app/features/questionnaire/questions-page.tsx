import { ArrowLeft, Check } from 'lucide-react';
import { type ReactNode, lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { FaceDrawing } from '#web/ui/face/face-drawing.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { CurrentStep } from './current-step.tsx';
import { focusOnFault } from './focus-on-fault.ts';
import type { LeadAccess } from './lead-access.ts';
import { stepCount } from './options.ts';
import styles from './questions-page.module.css';
import { useQuestions } from './use-questions.ts';

const Confirmation = lazy(() => import('./done.tsx'));

/** The page /questions. It asks six questions, one per screen, and then for the details of the account. */
export function QuestionsPage({ lead, ...frame }: Frame & { lead: LeadAccess }) {
  const page = useQuestions(lead);
  const { form, answers, step, isSubmitting, needsPhotos, goBack, sent } = page;
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnStep(heading, step, page.isLoaded);
  useFocusOnFault(form.refusals);

  if (sent) {
    return (
      <div className={styles.page}>
        <QuestionsBar step={stepCount} mayGoBack={false} onBack={goBack} {...frame} />
        <Suspense>
          <Confirmation sent={sent} onCorrect={page.correctEmail} />
        </Suspense>
      </div>
    );
  }
  return (
    <form
      className={styles.page}
      noValidate
      data-step={step}
      onSubmit={(event) => {
        event.preventDefault();
        page.next();
      }}
    >
      <QuestionsBar step={step} mayGoBack={step > 1 && !isSubmitting} onBack={goBack} {...frame} />
      <Row as="main" id="content" className={styles.main}>
        {needsPhotos ? (
          <PhotosFirst hasAnswers={answers.treatments_history.length > 0} onLater={page.goOnWithoutPhotos} />
        ) : (
          <CurrentStep page={page} heading={heading} />
        )}
      </Row>
      {!needsPhotos && <QuestionsFoot step={step} isSubmitting={isSubmitting} isSaved={page.isSaved} onBack={goBack} />}
    </form>
  );
}

interface FootProps {
  step: number;
  isSubmitting: boolean;
  isSaved: boolean;
  onBack: () => void;
}

function QuestionsFoot({ step, isSubmitting, isSaved, onBack }: FootProps) {
  const { t } = useTranslation('questionnaire');
  const isLast = step === stepCount;
  return (
    <footer className={styles.foot}>
      <div className={`page ${styles.row}`}>
        <Button onClick={onBack} disabled={step === 1 || isSubmitting}>
          {t('back')}
        </Button>
        <p className={`${styles.saved} only-large`}>
          {isSaved && (
            <>
              <Icon as={Check} size="s" />
              {t('saved')}
            </>
          )}
        </p>
        <Button
          type="submit"
          variant="primary"
          className={styles.next}
          saving={isSubmitting}
          busyLabel={t('submitting')}
        >
          {t(isLast ? 'submit' : 'next')}
          {!isLast && <kbd className={`${styles.key} only-large`}>{t('enter')}</kbd>}
        </Button>
      </div>
    </footer>
  );
}

/**
 * When the question changes, scrolls to its start and moves the focus there, so that screen readers announce it. The
 * first question on the page gets no focus.
 */
function useFocusOnStep(heading: { current: HTMLElement | null }, step: number, isLoaded: boolean) {
  const last = useRef<number | null>(null);
  useEffect(() => {
    if (!isLoaded) return;
    if (last.current !== null && last.current !== step) {
      scrollTo({ top: 0, behavior: 'instant' });
      heading.current?.focus({ preventScroll: true });
    }
    last.current = step;
  }, [heading, step, isLoaded]);
}

/**
 * Moves the focus to the text field of a missing answer when the person presses Next too early. The field may be below
 * a long list.
 */
function useFocusOnFault(refusals: number) {
  useEffect(() => {
    if (refusals > 0) focusOnFault('input.input');
  }, [refusals]);
}

interface PhotosFirstProps {
  hasAnswers: boolean;
  /**
   * Continues without photos. This function is undefined at the last step, because the answers cannot be submitted
   * without photos.
   */
  onLater?: () => void;
}

/**
 * Shown to people who opened the questionnaire before taking photos. It links to the camera. The answers that they
 * have already given are not lost.
 */
function PhotosFirst({ hasAnswers, onLater }: PhotosFirstProps) {
  const { t } = useTranslation('questionnaire');
  const locale = useLocale();
  return (
    <Stack gap={14} align="start" className={styles.first}>
      <Row gap={20} className={styles.poses}>
        <FaceDrawing drawing="left" className={styles.pose} />
        <FaceDrawing drawing="front" className={styles.pose} />
        <FaceDrawing drawing="right" className={styles.pose} />
      </Row>
      <h1 className="h1" tabIndex={-1} id="question">
        {t('photos.title')}
      </h1>
      <p className="lead">
        {t('photos.text')} {hasAnswers && t('photos.kept')}
      </p>
      <Row gap={8} wrap className={styles.actions}>
        <LinkButton to={inLanguage('/unlock', locale)} variant="primary" size="l">
          {t('photos.take')}
        </LinkButton>
        {onLater && (
          <Button size="l" variant="quiet" onClick={onLater}>
            {t('photos.later')}
          </Button>
        )}
      </Row>
    </Stack>
  );
}

/** Parts of the page that the route provides: the product's name and the language menu. */
interface Frame {
  brand: ReactNode;
  languages: ReactNode;
}

interface QuestionsBarProps extends Frame {
  step: number;
  mayGoBack: boolean;
  onBack: () => void;
}

/** The bar of the questionnaire. It shows the text 'Step n of 7' and a line that is filled to n sevenths. */
function QuestionsBar({ step, mayGoBack, onBack, brand, languages }: QuestionsBarProps) {
  const { t } = useTranslation(['questionnaire', 'ui']);
  const label = t('step', { step });
  return (
    <header className={styles.bar}>
      <a className="skip-link" href="#content">
        {t('ui:skip')}
      </a>
      <IconButton
        className={`only-small ${styles.back}`}
        icon={ArrowLeft}
        label={t('back')}
        onClick={onBack}
        disabled={!mayGoBack}
      />
      <span className="only-large">{brand}</span>
      <Stack gap={8} className={styles.progress}>
        <span className="micro num" aria-hidden="true">
          {label}
        </span>
        <ProgressBar label={label} value={step} max={stepCount} />
      </Stack>
      <span className={styles.language}>{languages}</span>
    </header>
  );
}
