import { useEffect, useRef } from 'react';
import { CurrentStep } from './current-step.tsx';
import { focusOnFault } from './focus-on-fault.ts';
import type { LeadAccess } from './lead-access.ts';
import { stepCount } from './options.ts';
import { PhotosFirst } from './photos-first.tsx';
import { type Frame, QuestionsBar } from './questions-bar.tsx';
import { QuestionsFoot } from './questions-foot.tsx';
import styles from './questions-page.module.css';
import { Sent } from './sent.tsx';
import { useQuestions } from './use-questions.ts';

/** The page /questions. It asks six questions, one per screen, and then for the details of the account. */
export function QuestionsPage({ lead, ...frame }: Frame & { lead: LeadAccess }) {
  const page = useQuestions(lead);
  const { form, answers, step, account, isSubmitting, needsPhotos, goBack } = page;
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnStep(heading, step, page.isLoaded);
  useFocusOnFault(form.refusals);

  if (page.isSent) {
    return (
      <div className={styles.page}>
        <QuestionsBar step={stepCount} mayGoBack={false} onBack={goBack} {...frame} />
        <Sent email={account.email} />
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
      <main id="content" className={styles.main}>
        {needsPhotos ? (
          <PhotosFirst hasAnswers={answers.treatments_history.length > 0} onLater={page.goOnWithoutPhotos} />
        ) : (
          <CurrentStep page={page} heading={heading} />
        )}
      </main>
      {!needsPhotos && <QuestionsFoot step={step} isSubmitting={isSubmitting} isSaved={page.isSaved} onBack={goBack} />}
    </form>
  );
}

/**
 * Scrolls to the start of a new question and moves the focus there, so that screen readers announce it. The first
 * question that the page shows is an exception.
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

/** Moves the focus to the text field of a missing answer after Next was refused. The field may be below a long list. */
function useFocusOnFault(refusals: number) {
  useEffect(() => {
    if (refusals > 0) focusOnFault('input.input');
  }, [refusals]);
}
