import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UrgentSigns } from '#contract/care.ts';
import { api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Stack } from '#web/ui/layout.tsx';
import styles from '../care.module.css';
import { WhatToDo } from './what-to-do.tsx';

type Sign = (typeof UrgentSigns)[number];

/**
 * Asks the patient which symptom appeared after a treatment. A choice shows instructions at once, even without a
 * network, and notifies the team. If the notification fails, a button sends it again.
 */
export function UrgentDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('care');
  const [sign, setSign] = useState<Sign>();
  const key = useRef(crypto.randomUUID());
  const report = useMutation(
    api.care.reportUrgentSigns.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: api.care.key() }),
    }),
  );
  const tell = (chosen: Sign) => {
    setSign(chosen);
    report.mutate({ signs: [chosen], note: '', idempotency_key: key.current });
  };
  if (!sign) {
    return (
      <Dialog isOpen onClose={onClose} title={t('urgent.question')} lead={t('urgent.lead')}>
        <Stack gap={12} className={styles.signs}>
          {UrgentSigns.map((one) => (
            <Button key={one} wide onClick={() => tell(one)}>
              {t(`urgent.sign.${one}`)}
            </Button>
          ))}
        </Stack>
      </Dialog>
    );
  }
  return (
    <Dialog isOpen onClose={onClose} title={t('urgent.now')} size="l">
      <WhatToDo sign={sign} report={report} onAgain={() => tell(sign)} />
    </Dialog>
  );
}
