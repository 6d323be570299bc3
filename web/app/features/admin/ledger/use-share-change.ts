import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ShareProblems } from '#contract/shares.ts';
import { api } from '#web/lib/api.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { toast } from '#web/ui/toast.ts';

/** Loads the ledger again after a change of a share. A refusal is shown with its reason. */
export function useShareChange() {
  const queries = useQueryClient();
  const problemText = useShareProblem();
  return {
    onError: (error: unknown) => toast({ kind: 'error', title: problemText(error) }),
    onSettled() {
      for (const key of [api.shares.key(), api.ledger.key()]) void queries.invalidateQueries({ queryKey: key });
    },
  };
}

export function useShareProblem() {
  const { t } = useTranslation('shares');
  const errorText = useErrorText();
  return (error: unknown): string => {
    const refusal = refusalOf(error);
    const named = refusal?.code === 'SHARE_REFUSED' ? (refusal.data as { problem?: string }).problem : undefined;
    const problem = ShareProblems.find((one) => one === named);
    return problem ? t(`problem.${problem}`) : errorText(error);
  };
}
