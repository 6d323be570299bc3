import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ConsentVersions } from '#contract/identity.ts';
import { api } from '#web/lib/api.ts';
import { useReadingLanguage } from '#web/lib/reading-language.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { SettingsRow } from '#web/ui/settings-section.tsx';
import { toast } from '#web/ui/toast.ts';

/** Asks for the consent to compare results with simulations. The whole text of the consent is next to the button. */
export function EvidenceOffer() {
  const { t } = useTranslation(['account', 'identity', 'consent']);
  const language = useReadingLanguage();
  const queries = useQueryClient();
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation(
    api.identity.giveConsent.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries({ queryKey: api.identity.listMyConsents.key() });
        toast({ kind: 'success', title: t('evidence.agreed') });
      },
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
    }),
  );
  return (
    <SettingsRow
      icon={ChartNoAxesColumn}
      name={t('identity:consents.evidence')}
      text={
        <>
          {t('consent:evidence')} {t('evidence.why')}
        </>
      }
      action={
        <Button
          size="s"
          busy={isPending}
          onClick={() => mutate({ purpose: 'evidence', version: ConsentVersions.evidence, language })}
        >
          {t('evidence.agree')}
        </Button>
      }
    />
  );
}
