import { useState } from 'react';
import type { LeadAccess } from './lead-access.ts';
import { options, questionOfStep, stepCount } from './options.ts';
import { firstOpenStep } from './rules.ts';
import { useAccount } from './use-account.ts';
import { useKeys } from './use-keys.ts';
import { usePhotos } from './use-photos.ts';
import { useQuestionnaire } from './use-questionnaire.ts';
import { useStepHistory } from './use-step-history.ts';

/** Returns the state of the page and its navigation by buttons, keys and the browser's history. */
export function useQuestions(lead: LeadAccess) {
  const { form, dispatch, isLoaded, isSaved, stopKeeping } = useQuestionnaire();
  const { draft } = form;
  const { step, answers } = draft;
  const photos = usePhotos(lead);
  const [goesOn, setGoesOn] = useState(false);
  const account = useAccount(draft, dispatch, lead, stopKeeping);
  const { status } = account.state;
  const question = questionOfStep[step - 1];
  const isSubmitting = status === 'submitting';
  const needsPhotos = photos === 'missing' && status !== 'done' && (!goesOn || step === stepCount);

  const next = () => {
    if (needsPhotos || isSubmitting) return;
    if (step < stepCount) return dispatch({ type: 'next' });
    const open = firstOpenStep(answers);
    if (!open) return account.submit();
    // The first unanswered step then shows its error.
    dispatch({ type: 'went', step: open });
    dispatch({ type: 'next' });
  };
  const { goBack } = useStepHistory(step, isLoaded, (wanted) => {
    account.clear();
    dispatch({ type: 'went', step: wanted });
  });
  useKeys({
    count: question && !needsPhotos ? options[question].length : 0,
    onEnter: next,
    onLetter: (index) => question && dispatch({ type: 'pressed', question, option: options[question][index] ?? '' }),
  });

  return {
    form,
    dispatch,
    answers,
    step,
    question,
    account,
    isLoaded,
    isSaved,
    isSubmitting,
    isSent: status === 'done',
    needsPhotos,
    /**
     * Lets the person answer the questions before taking photos. It is undefined at the last step, because the account
     * cannot be created without photos.
     */
    goOnWithoutPhotos: step < stepCount ? () => setGoesOn(true) : undefined,
    next,
    goBack,
  };
}

export type Questions = ReturnType<typeof useQuestions>;
