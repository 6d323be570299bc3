import { CircleAlert } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { Icon } from '#web/ui/icon.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { AccountAside } from './account-aside.tsx';
import { FaceAtlas } from './face-atlas.tsx';
import { focusOnFault } from './focus-on-fault.ts';
import { options, questionOfStep, stepCount } from './options.ts';
import type { LeadAccess } from './lead-access.ts';
import { PhotosFirst } from './photos-first.tsx';
import { QuestionStep } from './question-step.tsx';
import { type Frame, QuestionsBar } from './questions-bar.tsx';
import { QuestionsFoot } from './questions-foot.tsx';
import styles from './questions-page.module.css';
import { firstOpenStep } from './rules.ts';
import { useAccount } from './use-account.ts';
import { useKeys } from './use-keys.ts';
import { usePhotos } from './use-photos.ts';
import { useQuestionnaire } from './use-questionnaire.ts';
import { useStepHistory } from './use-step-history.ts';

const AccountStep = lazy(() => import('./account-step.tsx'));
const Done = lazy(() => import('./done.tsx'));

/** /questions: six questions, then the account; one of them a screen. */
export function QuestionsPage({ lead, ...frame }: Frame & { lead: LeadAccess }) {
  const { t } = useTranslation('questionnaire');
  const locale = useLocale();
  const { form, dispatch, isLoaded, isSaved, stopKeeping } = useQuestionnaire();
  const { draft } = form;
  const { step, answers } = draft;
  const photos = usePhotos(lead);
  const [goesOn, setGoesOn] = useState(false);
  const [isDialogOpen, setDialogOpen] = useState(true);
  const account = useAccount(draft, dispatch, lead, stopKeeping);
  const { state, banner } = account;
  const heading = useRef<HTMLHeadingElement>(null);
  const question = questionOfStep[step - 1];
  const isSubmitting = state.status === 'submitting';
  const needsPhotos = photos === 'missing' && state.status !== 'done' && (!goesOn || step === stepCount);

  const next = () => {
    if (needsPhotos || isSubmitting) return;
    if (step < stepCount) return dispatch({ type: 'next' });
    const open = firstOpenStep(answers);
    if (!open) return account.submit();
    // The question that was left open says what it lacks.
    dispatch({ type: 'went', step: open });
    dispatch({ type: 'next' });
  };
  const { goBack } = useStepHistory(step, isLoaded, (question) => {
    account.clear();
    dispatch({ type: 'went', step: question });
  });
  useKeys({
    count: question && !needsPhotos ? options[question].length : 0,
    onEnter: next,
    onLetter: (index) => question && dispatch({ type: 'pressed', question, option: options[question][index] ?? '' }),
  });
  useFocusOnStep(heading, step, isLoaded);
  useFocusOnFault(form.refusals);

  if (state.status === 'done') {
    return (
      <div className={styles.page}>
        <QuestionsBar step={stepCount} mayGoBack={false} onBack={goBack} {...frame} />
        <main id="content" className={styles.over}>
          <h1 className="h1">{t('done.title')}</h1>
          <p className="lead">
            {t('done.prepare')} {t('done.confirm', { email: account.email })}
          </p>
          <LinkButton to={inLanguage('/login?mode=signin&lock=1', locale)} variant="primary" size="l">
            {t('done.signIn')}
          </LinkButton>
        </main>
        <Suspense>
          <Done email={account.email} isOpen={isDialogOpen} onClose={() => setDialogOpen(false)} />
        </Suspense>
      </div>
    );
  }

  const warning = form.isHeldBack ? t('banner.next') : banner;
  return (
    <form
      className={styles.page}
      noValidate
      data-step={step}
      onSubmit={(event) => {
        event.preventDefault();
        next();
      }}
    >
      <QuestionsBar step={step} mayGoBack={step > 1 && !isSubmitting} onBack={goBack} {...frame} />
      <main id="content" className={styles.main}>
        {needsPhotos ? (
          <PhotosFirst
            hasAnswers={answers.treatments_history.length > 0}
            onLater={step < stepCount ? () => setGoesOn(true) : undefined}
          />
        ) : (
          <div className={styles.question} data-area={question === 'facial_areas' || undefined}>
            <div>
              <div role="alert">
                {warning && (
                  <p className={styles.banner} ref={scrollIntoSight}>
                    <Icon as={CircleAlert} />
                    {warning}
                  </p>
                )}
              </div>
              <h1 ref={heading} className={`h1 ${styles.title}`} id="question" tabIndex={-1}>
                {question ? t(`${question}.title`) : t('account.title')}
              </h1>
              {question ? (
                <QuestionStep
                  key={question}
                  question={question}
                  answers={answers}
                  faults={form.faults}
                  dispatch={dispatch}
                />
              ) : (
                <Suspense fallback={<Spinner />}>
                  <p className={`lead ${styles.lead}`}>{t('account.lead')}</p>
                  <AccountStep {...account.step} />
                </Suspense>
              )}
            </div>
            {question === 'facial_areas' ? (
              <FaceAtlas
                chosen={answers.facial_areas}
                onPress={(area) => dispatch({ type: 'pressed', question, option: area })}
              />
            ) : (
              <AccountAside isAccount={!question} />
            )}
          </div>
        )}
      </main>
      {!needsPhotos && <QuestionsFoot step={step} isSubmitting={isSubmitting} isSaved={isSaved} onBack={goBack} />}
    </form>
  );
}

/** A banner that says why nothing happened must be seen; a field that gets the focus is scrolled to after it. */
function scrollIntoSight(banner: HTMLElement | null) {
  banner?.scrollIntoView({ block: 'center', behavior: 'instant' });
}

/** A new question is read out and seen from its beginning; the first one is left to the page. */
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

/** What is missing may be a text below a long list: there the person goes on. */
function useFocusOnFault(refusals: number) {
  useEffect(() => {
    if (refusals > 0) focusOnFault('input.input');
  }, [refusals]);
}
