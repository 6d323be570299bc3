import { useCallback, useEffect, useEffectEvent, useReducer, useState } from 'react';
import { loadDraft, saveDraft } from './draft.ts';
import { emptyForm, formAfter } from './form-state.ts';
import type { LeadAccess, Photos } from './lead-access.ts';
import { options, questionOfStep, stepCount } from './options.ts';
import { firstOpenStep } from './rules.ts';
import { useAccount } from './use-account.ts';
import { useStepHistory } from './use-step-history.ts';

/** Returns the state of the page. The person can navigate by buttons, by keys and by the browser's history. */
export function useQuestions(lead: LeadAccess) {
  const { form, dispatch, isLoaded, isSaved, keepOnDevice } = useQuestionnaire(lead);
  const { draft } = form;
  const { step, answers } = draft;
  const { photos, askForPhotos } = usePhotos(lead);
  const [goesOn, setGoesOn] = useState(false);
  const account = useAccount(draft, dispatch, lead, { done: () => keepOnDevice(false), askForPhotos });
  useFinishIfSubmitted(photos, account.finish);
  const { status } = account.state;
  const question = questionOfStep[step - 1];
  const isSubmitting = status === 'submitting';
  const needsPhotos = photos === 'missing' && status !== 'done' && (!goesOn || step === stepCount);

  const next = () => {
    if (needsPhotos || isSubmitting) return;
    if (step < stepCount) return dispatch({ type: 'next' });
    const open = firstOpenStep(answers);
    if (!open) return account.submit();
    // The first action opens the first unanswered step. The second action shows the error of that step, as if the
    // person had pressed Next.
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
    sentTo: status === 'done' ? account.state.sent?.email : undefined,
    /** Undefined once the address is confirmed. The photos then belong to the account. */
    correctEmail:
      photos === 'submitted'
        ? undefined
        : () => {
            keepOnDevice(true);
            account.correct();
          },
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
 * Returns the questionnaire with its answers. The answers are stored on this device after every change. Until the draft
 * is loaded, the prerendered page shows the first question.
 */
function useQuestionnaire(lead: LeadAccess) {
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

  // If another tab deletes or submits the answers, this tab must not store them again.
  useEffect(() => lead.onForgotten(() => setKeeping(false)), [lead]);

  return {
    form,
    dispatch,
    isLoaded,
    isSaved: isSaved && isKeeping,
    /** Whether changes are stored on this device. They are not after the answers were sent. */
    keepOnDevice: setKeeping,
  };
}

/** Returns the state of the photos from this browser. `askForPhotos` asks the service again. */
function usePhotos(lead: LeadAccess): { photos: Photos; askForPhotos: () => Promise<Photos> } {
  const [photos, setPhotos] = useState<Photos>('unknown');
  useEffect(() => {
    let isOver = false;
    photosOf(lead).then((found) => !isOver && setPhotos(found));
    return () => {
      isOver = true;
    };
  }, [lead]);
  const askForPhotos = useCallback(async () => {
    const found = await photosOf(lead);
    setPhotos(found);
    return found;
  }, [lead]);
  return { photos, askForPhotos };
}

/**
 * Shows the confirmation if an account already has the photos and answers. The service then accepted an earlier attempt
 * to submit them, but its response was lost.
 */
function useFinishIfSubmitted(photos: Photos, finish: () => void) {
  const onSubmitted = useEffectEvent(finish);
  useEffect(() => {
    if (photos === 'submitted') onSubmitted();
  }, [photos]);
}

export async function photosOf(lead: LeadAccess): Promise<Photos> {
  const leadId = lead.read();
  if (!leadId) return 'missing';
  try {
    return await lead.stateOfPhotos(leadId);
  } catch (error) {
    return isRefusal(error) ? 'missing' : 'unknown';
  }
}

/**
 * Whether the service refused the call, because the lead does not exist or does not belong to this browser. A
 * rate-limit error (429) does not count, because it says nothing about the lead.
 */
function isRefusal(error: unknown): boolean {
  const status = Number((error as { status?: unknown } | null)?.status);
  return status >= 400 && status < 500 && status !== 429;
}

interface Keys {
  /** The number of choices. The person chooses with the keys A, B, C…, or 1, 2, 3… */
  count: number;
  onLetter: (index: number) => void;
  onEnter: () => void;
}

/**
 * Handles keys on the whole screen. Letters that the person types in a text field are not handled. Enter keeps its
 * usual effect on buttons, on links and in dialogs.
 */
function useKeys({ count, onLetter, onEnter }: Keys) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return;
    const place = placeOf(event.target);
    if (place === 'taken' || (place === 'pressing' && event.key === 'Enter')) return;
    const index = indexOfKey(event.key);
    if (event.key === 'Enter') onEnter();
    else if (index !== undefined && index < count) onLetter(index);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

export function indexOfKey(key: string): number | undefined {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase().charCodeAt(0) - 97;
  return /^[1-9]$/.test(key) ? Number(key) - 1 : undefined;
}

function placeOf(target: EventTarget | null): 'free' | 'pressing' | 'taken' {
  if (!(target instanceof Element)) return 'free';
  if (target.closest('[role=dialog], [role=listbox], select')) return 'taken';
  if (target.closest('button, a, summary')) return 'pressing';
  if (target.matches('input[type=checkbox], input[type=radio]')) return 'free';
  return target.closest('input, textarea, [contenteditable]') ? 'taken' : 'free';
}
