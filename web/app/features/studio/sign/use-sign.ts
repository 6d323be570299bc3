import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { api, call } from '#web/lib/api.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { queryClient } from '#web/lib/query.ts';
import { refusalOf } from '#web/lib/refusal.ts';
import { inLanguage } from '#web/paths.ts';
import { toast } from '#web/ui/toast.ts';
import { useWorkspace } from '../case/workspace-context.ts';
import { nextCase } from '../queue/queue-groups.ts';

const explained = [
  'SEAL_MISMATCH',
  'RENDERINGS_INCOMPLETE',
  'PLAN_INCOMPLETE',
  'CASE_TAKEN',
  'CASE_NOT_OPEN',
  'DRAFT_OUTDATED',
] as const;
export type SignFailure = (typeof explained)[number] | 'connection';

function failureOf(error: unknown): SignFailure {
  const code = refusalOf(error)?.code;
  return explained.find((each) => each === code) ?? 'connection';
}

/** Signs once: however often it is clicked or sent again, the key is that of this review. */
export function useSign() {
  const { t } = useTranslation('studio');
  const { studioCase, draft } = useWorkspace();
  const locale = useLocale();
  const navigate = useNavigate();
  const [idempotency_key] = useState(() => crypto.randomUUID());
  const mutation = useMutation(api.simulation.signAndPublish.mutationOptions());
  // Two clicks can come before React has drawn the busy button.
  const isUnderWay = useRef(false);

  async function offerNext() {
    const { rows } = await call.simulation.listStudioCases({ status: 'open' }).catch(() => ({ rows: [] }));
    const next = nextCase(rows, studioCase.practitioner_id);
    const open = async () => {
      if (!next) return;
      await call.simulation.takeCase({ case_id: next.id }).catch(() => {});
      await navigate(inLanguage(`/studio/cases/${next.id}`, locale));
    };
    toast({
      kind: 'success',
      title: t('signed', { number: studioCase.number }),
      text: t('signed_text'),
      ...(next && { action: { label: t('signed_next', { number: next.number }), run: () => void open() } }),
    });
  }

  return {
    isPending: mutation.isPending || mutation.isSuccess,
    failure: mutation.isError ? failureOf(mutation.error) : null,
    reset: () => mutation.reset(),
    async run(version: number, seal: string) {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      try {
        await mutation.mutateAsync({ case_id: studioCase.id, version, seal, idempotency_key });
      } catch {
        isUnderWay.current = false;
        return;
      }
      draft.forgetJournal();
      await navigate(inLanguage('/studio', locale));
      void queryClient.invalidateQueries({ queryKey: api.simulation.key() });
      await offerNext();
    },
  };
}
