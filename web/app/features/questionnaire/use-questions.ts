import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useReducer, useState } from 'react';
import { loadDraft, saveDraft } from './draft.ts';
import { emptyForm, formAfter } from './form-state.ts';
import type { LeadAccess, Photos } from './lead-access.ts';
import { options, questionOfStep, stepCount } from './options.ts';
import { firstOpenStep } from './rules.ts';
import { useAccount } from './use-account.ts';
import { useStepHistory } from './use-step-history.ts';
import type { SubmissionState } from './use-submission.ts';

/** Returns the state of the page. The person can navigate by buttons, by keys and by the browser's history. */
export function useQuestions(lead: LeadAccess) {
  const { form, dispatch, isLoaded, isSaved, stopKeeping } = useQuestionnaire(lead);
  const { draft } = form;
  const { step, answers } = draft;
  const { photos, askForPhotos } = usePhotos(lead);
  const [goesOn, setGoesOn] = useState(false);
  const account = useAccount(draft, dispatch, lead, { done: stopKeeping, askForPhotos });
  useFinishIfSubmitted(photos, account.finish);
  const { status, sent } = account.state;
  const question = questionOfStep[step - 1];
  const isSubmitting = status === 'submitting';
  const needsPhotos = photos === 'missing' && status !== 'done' && (!goesOn || step === stepCount);

  const next = () => {
    if (needsPhotos || isSubmitting || status === 'done') return;
    if (step < stepCount) return dispatch({ type: 'next' });
    const open = firstOpenStep(answers);
    if (!open) return account.submit();
    // The first dispatch opens the first unanswered step. The second shows the error of that step, as if the person had
    // pressed Next.
    dispatch({ type: 'went', step: open });
    dispatch({ type: 'next' });
  };
  const { goBack } = useStepHistory(step, isLoaded, (wanted) => {
    account.clear();
    dispatch({ type: 'went', step: wanted });
  });
  useKeys({
    count: question && !needsPhotos && status !== 'done' ? options[question].length : 0,
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
    sent: status === 'done' ? sent : null,
    /** Undefined if the address cannot be corrected. */
    correctEmail: isCorrectable(sent, lead)
      ? () => {
          // The browser's Back button may have moved the form to another step.
          dispatch({ type: 'went', step: stepCount });
          account.correct();
        }
      : undefined,
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
 * Whether the address can be corrected. After it is confirmed, it cannot, because the photos then belong to the
 * account. It also cannot if another tab has started another lead. The cookie then opens only that lead, which may
 * belong to another person.
 */
export function isCorrectable(sent: SubmissionState['sent'], lead: Pick<LeadAccess, 'read'>): boolean {
  if (!sent?.leadId || sent.isConfirmed) return false;
  const held = lead.read();
  return held === null || held === sent.leadId;
}

/**
 * Returns the questionnaire with its answers. The answers are stored on this device after every change. Until the draft
 * is loaded, the prerendered page shows the first question.
 */
function useQuestionnaire(lead: LeadAccess) {
  const [form, dispatch] = useReducer(formAfter, emptyForm);
  const [isLoaded, setLoaded] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const [isKeeping, setKeeping] = useState(true);

  // A layout effect, because React draws its updates at once. Updates of an effect can wait while the person presses
  // keys, and the first answers would then be missing in the browser's history.
  useLayoutEffect(() => {
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
    /** Stops storing changes on this device, after the answers were sent. */
    stopKeeping: () => setKeeping(false),
  };
}

/** Returns the state of the photos from this browser. `askForPhotos` asks the service again. */
function usePhotos(lead: LeadAccess): { photos: Photos; askForPhotos: (leadId: string) => Promise<Photos> } {
  const [photos, setPhotos] = useState<Photos>('unknown');
  useEffect(() => {
    let isOver = false;
    photosOf(lead, lead.read()).then((found) => !isOver && setPhotos(found));
    return () => {
      isOver = true;
    };
  }, [lead]);
  const askForPhotos = useCallback(
    async (leadId: string) => {
      const found = await photosOf(lead, leadId);
      setPhotos(found);
      return found;
    },
    [lead],
  );
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

export async function photosOf(lead: Pick<LeadAccess, 'stateOfPhotos'>, leadId: string | null): Promise<Photos> {
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
