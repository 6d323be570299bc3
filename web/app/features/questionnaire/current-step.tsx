import { CircleAlert } from 'lucide-react';
import { lazy, type RefObject, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/icon.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { AccountAside } from './account-aside.tsx';
import { FaceAtlas } from './face-atlas.tsx';
import { QuestionStep } from './question-step.tsx';
import styles from './questions-page.module.css';
import type { Questions } from './use-questions.ts';

const AccountStep = lazy(() => import('./account-step.tsx'));

interface Props {
  page: Questions;
  heading: RefObject<HTMLHeadingElement | null>;
}

/**
 * Shows one question, or the sign-up form. Above it are the reasons why the person cannot continue, and next to it are
 * hints.
 */
export function CurrentStep({ page: { form, dispatch, answers, question, account }, heading }: Props) {
  const { t } = useTranslation('questionnaire');
  return (
    <div className={styles.question} data-area={question === 'facial_areas' || undefined}>
      <div>
        <Warning text={form.isHeldBack ? t('banner.next') : account.banner} />
        <h1 ref={heading} className={`h1 ${styles.title}`} id="question" tabIndex={-1}>
          {question ? t(`${question}.title`) : t('account.title')}
        </h1>
        {question ? (
          <QuestionStep key={question} question={question} answers={answers} faults={form.faults} dispatch={dispatch} />
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
  );
}

/**
 * The warning above the step. The alert element is in the document before its text, because screen readers announce
 * only a text that is added later.
 */
function Warning({ text }: { text: string | null | undefined }) {
  return (
    <div role="alert">
      {text && (
        <p className={styles.banner} ref={scrollIntoSight}>
          <Icon as={CircleAlert} />
          {text}
        </p>
      )}
    </div>
  );
}

/**
 * Scrolls to the banner, because the banner explains why the page did not change. If a field gets the focus, the page
 * scrolls to that field afterwards.
 */
function scrollIntoSight(banner: HTMLElement | null) {
  banner?.scrollIntoView({ block: 'center', behavior: 'instant' });
}
