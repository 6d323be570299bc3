import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanSession } from '#contract/sessions.ts';
import { toast } from '#web/ui/toast.ts';
import { useWorkspace } from '../case/workspace-context.ts';
import type { DraftStore } from '../draft/draft-store.ts';
import { reasonsFor } from '../treatment/reasons.ts';
import { proposedSessions } from './sessions.ts';

/** The last proposal of each draft, as text. If the plan still equals this text, the doctor has not edited it. */
const lastProposed = new WeakMap<DraftStore, string>();

/**
 * Fills the plan from the recipe. If the doctor has edited the plan, the edits are replaced only after the doctor
 * agrees. One undo restores the edits.
 */
export function useProposal(onReplaced: () => void) {
  const { t } = useTranslation('studio');
  const { draft, studioCase } = useWorkspace();
  const [isAsking, setAsking] = useState(false);

  const proposed = (): PlanSession[] => {
    const { recipes, style, plan, skin } = draft.snapshot().content;
    const reasons = reasonsFor(studioCase.answers, skin?.given ?? null);
    return proposedSessions(recipes[style], reasons, plan.sessions ?? []);
  };
  const write = (sessions: PlanSession[]) => {
    const { plan } = draft.snapshot().content;
    onReplaced();
    draft.setPlan({ ...plan, items: [], sessions });
    lastProposed.set(draft, JSON.stringify(sessions));
    if (plan.items.length + (plan.sessions ?? []).length > 0)
      toast({ kind: 'info', title: t('plan.replaced'), action: { label: t('undo'), run: () => draft.undo() } });
  };
  return {
    isAsking,
    propose() {
      const { items, sessions = [] } = draft.snapshot().content.plan;
      const next = proposed();
      const now = JSON.stringify(sessions);
      if (next.length === 0) return void toast({ kind: 'info', title: t('plan.nothing') });
      if (items.length === 0 && now === JSON.stringify(next))
        return void toast({ kind: 'info', title: t('plan.same') });
      const isOwn = items.length > 0 || (sessions.length > 0 && now !== lastProposed.get(draft));
      if (isOwn) setAsking(true);
      else write(next);
    },
    keep: () => setAsking(false),
    replace() {
      setAsking(false);
      write(proposed());
    },
  };
}
