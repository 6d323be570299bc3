import { useMutation } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConsentVersions } from '#contract/identity.ts';
import { api } from '#web/lib/api.ts';
import { useReadingLanguage } from '#web/lib/reading-language.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import styles from './consent.module.css';

interface Props {
  onClose: () => void;
  onAgreed: () => Promise<unknown>;
}

/** Asks for the consent that every photo requires. The box is not ticked in advance. */
export function ConsentDialog({ onClose, onAgreed }: Props) {
  const { t } = useTranslation(['dashboard', 'consent']);
  const language = useReadingLanguage();
  const errorText = useErrorText();
  const [isTicked, setTicked] = useState(false);
  const [fault, setFault] = useState<string>();
  const { mutate, isPending } = useMutation(
    api.identity.giveConsent.mutationOptions({
      onSuccess: async () => {
        await onAgreed();
        onClose();
      },
      onError: (error) => setFault(errorText(error)),
    }),
  );
  const agree = () => {
    if (!isTicked) return setFault(t('consent.needed'));
    mutate({ purpose: 'simulation', version: ConsentVersions.simulation, language });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t('consent.title')}
      action={t('consent.agree')}
      wayOut={t('consent.later')}
      busy={isPending}
      onSubmit={agree}
      formClass={styles.words}
    >
      <Checkbox
        label={t('consent:simulation')}
        checked={isTicked}
        error={fault}
        onChange={(event) => {
          setTicked(event.currentTarget.checked);
          setFault(undefined);
        }}
      />
      <Row as="p" gap={10} className={styles.why}>
        <Icon as={Lock} size="s" />
        <span>{t('consent:simulation.why')}</span>
      </Row>
    </FormDialog>
  );
}
