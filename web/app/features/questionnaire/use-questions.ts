import { useEffect, useReducer, useState } from 'react';
import { loadDraft, saveDraft } from './draft.ts';
import { emptyForm, formAfter } from './form-state.ts';
import type { LeadAccess } from './lead-access.ts';
import { options, questionOfStep, stepCount } from './options.ts';
import { firstOpenStep } from './rules.ts';
import { useAccount } from './use-account.ts';
import { useKeys } from './use-keys.ts';
import { useStepHistory } from './use-step-history.ts';

/** Returns the state of the page. The person can navigate by buttons, by keys and by the browser's history. */
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
    // Opens the first unanswered step. The second action shows the error of this step, as if the person had pressed
    // Next.
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
     * Lets the person answer the questions before taking photos. This function is undefined at the last step, because
     * the account cannot be created without photos.
     */
    goOnWithoutPhotos: step < stepCount ? () => setGoesOn(true) : undefined,
    next,
    goBack,
  };
}

export type Questions = ReturnType<typeof useQuestions>;

/**
 * Returns the answers. They are stored on this device after every change. Until the draft is loaded, the prerendered
 * page shows the first question.
 */
function useQuestionnaire() {
  const [form, dispatch] = useReducer(formAfter, emptyForm);
  const [isLoaded, setLoaded] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const [isKeeping, setKeeping] = useState(true);

  useEffect(() => {
    dispatch({ type: 'loaded', draft: loadDraft() });
    setLoaded(true);
  }, []);
  useEffect(() => {
    if (isLoaded && isKeeping) setSaved(saveDraft(form.draft));
  }, [form.draft, isLoaded, isKeeping]);

  return {
    form,
    dispatch,
    isLoaded,
    isSaved,
    /** Called after the answers were sent. Later changes are then not stored on this device. */
    stopKeeping: () => setKeeping(false),
  };
}

/**
 * Whether the service has the photos. The value is also 'unknown' if the service does not respond, so that a lost
 * connection does not stop the person.
 */
type Photos = 'unknown' | 'missing' | 'complete';

/** Returns whether the service has the three photos from this browser. */
function usePhotos(lead: LeadAccess): Photos {
  const [photos, setPhotos] = useState<Photos>('unknown');
  useEffect(() => {
    let isOver = false;
    photosOf(lead).then((found) => !isOver && setPhotos(found));
    return () => {
      isOver = true;
    };
  }, [lead]);
  return photos;
}

async function photosOf(lead: LeadAccess): Promise<Photos> {
  const leadId = lead.read();
  if (!leadId) return 'missing';
  try {
    return (await lead.hasPhotos(leadId)) ? 'complete' : 'missing';
  } catch (error) {
    return isRefusal(error) ? 'missing' : 'unknown';
  }
}

/** Whether the service refused the call, because the lead does not exist or does not belong to this browser. */
function isRefusal(error: unknown): boolean {
  const status = Number((error as { status?: unknown } | null)?.status);
  return status >= 400 && status < 500;
}
