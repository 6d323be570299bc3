import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { GivenScores } from '#contract/skin-score.ts';
import { scoreNames } from '#engine/metrics/score-scale.ts';
import type { SkinScore } from '#engine/metrics/score-skin.ts';
import { api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { toast } from '#web/ui/toast.ts';
import { useWorkspace } from '../case/workspace-context.ts';
import type { Corrections } from './assessment.ts';

/** What the doctor says about the measured scores: corrected by hand, kept on the server once confirmed, signed with the case. */
export function useSkinScore(measured: SkinScore | null) {
  const { studioCase } = useWorkspace();
  const errorText = useErrorText();
  const { skin_score: kept } = studioCase;
  const [corrections, setCorrections] = useState<Corrections>(() => (kept ? correctionsIn(kept.scores) : {}));
  const { mutate, isPending } = useMutation(
    api.simulation.saveSkinScore.mutationOptions({
      onSuccess: ({ skin_score }) => {
        const input = { case_id: studioCase.id };
        queryClient.setQueryData(api.simulation.getStudioCase.queryKey({ input }), { ...studioCase, skin_score });
      },
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
    }),
  );
  const save = (next: Corrections) =>
    measured && mutate({ case_id: studioCase.id, scores: givenScores(measured, next) });
  return {
    corrections,
    isKept: kept !== null,
    isPending,
    confirm: () => save(corrections),
    withdraw: () => mutate({ case_id: studioCase.id, scores: null }),
    correct(next: Corrections) {
      setCorrections(next);
      // What is confirmed already stays in step; before that a correction is only tried out.
      if (kept) save(next);
    },
  };
}

const tenths = (value: number) => Math.round(value * 10) / 10;

function givenScores({ scores }: SkinScore, corrections: Corrections): GivenScores {
  const given = scoreNames.map((name) => {
    const measured = tenths(scores[name].value);
    return [name, { value: corrections[name] ?? measured, measured }] as const;
  });
  return Object.fromEntries(given) as GivenScores;
}

function correctionsIn(scores: GivenScores): Corrections {
  const changed = scoreNames.filter((name) => scores[name].value !== scores[name].measured);
  return Object.fromEntries(changed.map((name) => [name, scores[name].value]));
}
