import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ReadingLanguages } from '#contract/languages.ts';
import { api, call } from '#web/lib/api.ts';
import { i18nFor } from '#web/lib/i18n.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { toast } from '#web/ui/toast.ts';
import { useWorkspace } from '../case/workspace-context.ts';
import { useBackground } from './use-background.ts';

/** The idempotency key of each case's request. It prevents a second request if the doctor presses the button again. */
const requests = new Map<string, string>();

function keyFor(caseId: string): string {
  const key = requests.get(caseId) ?? crypto.randomUUID();
  requests.set(caseId, key);
  return key;
}

/**
 * Asks the patient to answer the nine health questions. The request is a message in the patient's language, with the
 * usual notification.
 */
export function useAskHealth() {
  const { t } = useTranslation('studio');
  const { studioCase, isEditable } = useWorkspace();
  const { data } = useBackground();
  const errorText = useErrorText();
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: async () => {
      const language = ReadingLanguages.find((each) => each === studioCase.patient.language) ?? 'en';
      const words = await i18nFor(language);
      await words.loadNamespaces('care');
      const body = words.t('care:health.please');
      return call.care.postCaseMessage({ case_id: studioCase.id, body, idempotency_key: keyFor(studioCase.id) });
    },
    onSuccess: () => {
      toast({ kind: 'success', title: t('health.sent', { name: studioCase.patient.first_name }) });
      void queryClient.invalidateQueries({ queryKey: api.care.listCaseMessages.key() });
    },
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
  });
  const mayAsk = isEditable && data?.history === null;
  return { mayAsk, isPending, isSuccess, ask: () => mayAsk && !isPending && mutate() };
}

export function AskHealthButton() {
  const { t } = useTranslation('studio');
  const { mayAsk, isPending, isSuccess, ask } = useAskHealth();
  if (!mayAsk) return null;
  return (
    <Button size="xs" busy={isPending} disabled={isSuccess} onClick={ask}>
      <Icon as={Send} size="s" />
      {t(isSuccess ? 'health.is_sent' : 'health.send')}
    </Button>
  );
}
