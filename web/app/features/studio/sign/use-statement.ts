import { nothingStated, type SafetyStatement } from '#contract/safety.ts';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';

/** The doctor's statement in the review. It is part of the plan, so it is saved and undone with the plan. */
export function useStatement() {
  const { draft } = useWorkspace();
  const { plan } = useDraft().content;
  const stated = plan.safety ?? nothingStated;
  const state = (change: Partial<SafetyStatement>, gesture: string | null = null) => {
    const { plan: newest } = draft.snapshot().content;
    draft.setPlan({ ...newest, safety: { ...(newest.safety ?? nothingStated), ...change } }, gesture);
  };
  return {
    stated,
    state,
    setReason(question: SafetyStatement['reasons'][number]['question'], text: string) {
      const others = stated.reasons.filter((reason) => reason.question !== question);
      state({ reasons: text === '' ? others : [...others, { question, text }] }, `reason ${question}`);
    },
    setZone(zone: string, isKnown: boolean) {
      const others = stated.zones.filter((each) => each !== zone);
      state({ zones: isKnown ? [...others, zone] : others });
    },
    endGesture: () => draft.endGesture(),
  };
}
