import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { type HistoryDraft, type HistoryQuestion, HistoryQuestions, type MedicalHistory } from '#contract/care.ts';
import { api, call } from '#web/lib/api.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { queryClient } from '#web/lib/query.ts';
import { inLanguage } from '#web/paths.ts';
import { stepAt, stepCount, toldHealth, type ToldHealth } from '#web/lib/health-steps.ts';
import { asSent, SentHealth } from './sent-health.ts';

/**
 * Answers are sent one after the other. Otherwise an older answer could arrive after a newer one, or a draft after the
 * submission that deletes it.
 */
const inOrder = { id: 'health-answers' };

const onSending = (tell: () => void) => queryClient.getMutationCache().subscribe(tell);
/** `useIsMutating` would add 0.8 kB to the scripts of every page. */
const countSending = () => queryClient.isMutating({ predicate: ({ options }) => options.scope?.id === inOrder.id });

export type Answer = MedicalHistory['questions'][HistoryQuestion];

/**
 * Loads the last submitted answers and the draft. An answer in the draft replaces the submitted answer to the same
 * question.
 */
export function useToldHealth() {
  // The draft is loaded only after all answers have been sent. The patient may have left this page a moment ago, while
  // the last answer was being sent.
  const isSending = useSyncExternalStore(onSending, countSending, countSending) > 0;
  const draft = useQuery(
    api.care.getHistoryDraft.queryOptions({
      // This query has its own cache key, because the dashboard's draft may be outdated and lack details. If the form
      // started with it, the next saved answer would delete these details from the stored draft.
      queryKey: [...api.care.getHistoryDraft.queryKey(), 'health'],
      gcTime: 0,
      refetchOnWindowFocus: false,
      enabled: !isSending,
    }),
  );
  const saved = useQuery(api.care.getMyMedicalHistory.queryOptions());
  const isThere = draft.data !== undefined && saved.data !== undefined;
  const told = isThere ? toldHealth(saved.data?.history, draft.data) : undefined;
  const failed = [draft, saved].find((query) => query.isError && query.data === undefined);
  return { told, failed, askAgain: () => Promise.all([draft.refetch(), saved.refetch()]) };
}

/**
 * Returns the patient's answers and the current step. Each answer is saved at once. The last step submits all answers.
 */
export function useHealth(told: ToldHealth) {
  const [answers, setAnswers] = useState(told.answers);
  const [medicines, setMedicines] = useState(told.medicines);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const locale = useLocale();
  const step = stepAt(search.get('q'), answers);
  const toStep = (next: number) => void navigate(`?q=${next}`);

  const [sent] = useState(() => new SentHealth(told));
  // The error of the last save stays until a save succeeds, so that its button does not disappear under a press.
  const [fault, setFault] = useState<unknown>(null);
  const keep = useMutation(
    api.care.saveHistoryDraft.mutationOptions({
      scope: inOrder,
      onSuccess: (draft) => {
        setFault(null);
        queryClient.setQueryData(api.care.getHistoryDraft.queryKey(), draft);
      },
      onError: (error, lost) => {
        setFault(error);
        sent.failed(lost);
      },
    }),
  );
  const handIn = useMutation(
    api.care.saveMedicalHistory.mutationOptions({
      scope: inOrder,
      onSuccess: async () => {
        await queryClient.invalidateQueries({ queryKey: api.care.key() });
        void navigate(inLanguage('/dashboard', locale), { replace: true });
      },
    }),
  );

  const answer = (question: HistoryQuestion, change: Partial<Answer>): Answer => {
    const next: Answer = { answer: 'no', details: '', ...answers[question], ...change };
    setAnswers((before) => ({ ...before, [question]: next }));
    return next;
  };
  const keepAnswer = (question: HistoryQuestion, next: Answer) => {
    const unsent = sent.take({ answers: { ...answers, [question]: next }, medicines });
    keep.mutate({ ...unsent, answers: { ...unsent?.answers, ...asSent({ [question]: next }) } });
  };
  const keepMedicines = () => keep.mutate({ answers: {}, ...sent.take({ answers, medicines }), medicines });
  useOnLeave(step, (isClosing) => {
    const unsent = sent.take({ answers, medicines });
    if (!unsent) return;
    if (isClosing) void call.care.saveHistoryDraft(unsent, { context: { keepalive: true } }).catch(() => {});
    else keep.mutate(unsent);
  });
  const next = () => toStep(Math.min(step + 1, stepCount));
  const submit = () => {
    const isWhole = (found: HistoryDraft['answers']): found is MedicalHistory['questions'] =>
      HistoryQuestions.every((question) => found[question]);
    if (!isWhole(answers)) return;
    sent.take({ answers, medicines });
    handIn.mutate({ history: { questions: asSent(answers), medicines } });
  };
  return {
    answers,
    medicines,
    setMedicines,
    step,
    next,
    back: () => toStep(step - 1),
    answer,
    keepAnswer,
    keepMedicines,
    keep,
    fault,
    handIn,
    submit,
  };
}

export type Health = ReturnType<typeof useHealth>;

/**
 * Calls `onLeave` when the patient leaves the step or the page, for example with the browser's Back button. A field
 * that is removed from the page gets no blur event, so its text is sent here. `isClosing` is true if the browser closes
 * or reloads the page.
 */
function useOnLeave(step: number, onLeave: (isClosing: boolean) => void) {
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    const onGone = () => leave(true);
    addEventListener('pagehide', onGone);
    return () => {
      removeEventListener('pagehide', onGone);
      leave(false);
    };
  }, [step]);
}
