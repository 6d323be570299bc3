import { useEffect, useReducer, useState } from 'react';
import { loadDraft, saveDraft } from './draft.ts';
import { emptyForm, formAfter } from './form-state.ts';

/**
 * The answers, which are stored on this device after every change. Until the draft is loaded, the prerendered page
 * shows the first question.
 */
export function useQuestionnaire() {
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
    /** Called after the answers were sent. From then on they are not stored on this device. */
    stopKeeping: () => setKeeping(false),
  };
}
