import { CircleAlert } from 'lucide-react';
import { lazy, type RefObject, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { FaceDrawing } from '#web/ui/face/face-drawing.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import asideStyles from './current-step.module.css';
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
 * Shows one question or the sign-up form. If the person cannot continue, a warning above it gives the reason. Next to
 * it is a drawing, or a list of the next steps.
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
 * The warning above the step. The alert element is always in the document, and its text is added later. Screen readers
 * announce only text that is added to an existing alert.
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
 * Scrolls to the banner, because the banner explains why the page did not change. If a field with an error gets the
 * focus after this, the page scrolls on to that field.
 */
function scrollIntoSight(banner: HTMLElement | null) {
  banner?.scrollIntoView({ block: 'center', behavior: 'instant' });
}

/**
 * The column next to the form. Next to a question it shows a drawing. Next to the account form it explains the next
 * steps.
 */
function AccountAside({ isAccount }: { isAccount: boolean }) {
  const { t } = useTranslation('questionnaire');
  if (!isAccount) {
    return (
      <div className={`${asideStyles.drawing} only-large`}>
        <FaceDrawing className={asideStyles.face} />
      </div>
    );
  }
  return (
    <Stack as="aside" gap={12} className={asideStyles.aside}>
      <FaceDrawing className={`${asideStyles.small} only-large`} />
      <h2 className="title">{t('account.next')}</h2>
      <ol>
        {(['1', '2', '3'] as const).map((number) => (
          <li key={number}>
            <span className="figure-type" aria-hidden="true">
              {number}
            </span>
            <span>
              {t(`account.next.${number}`)}
              {/* Everyone reads all of it, because the page must not reveal whether an address has an account. */}
              {number === '2' && ` ${t('account.next.2.plan')} ${t('done.prepare.again')}`}
            </span>
          </li>
        ))}
      </ol>
    </Stack>
  );
}
