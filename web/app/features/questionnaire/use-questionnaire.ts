import { useEffect, useReducer, useState } from 'react';
import { loadDraft, saveDraft } from './draft.ts';
import { emptyForm, formAfter } from './form-state.ts';

/** The answers, stored on this device after every change. The prerendered page shows the first question until the draft is read. */
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
    /** After the answers have been sent, nothing more is stored here. */
    stopKeeping: () => setKeeping(false),
  };
}
