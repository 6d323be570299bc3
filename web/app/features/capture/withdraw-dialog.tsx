import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast.ts';

interface Props {
  onWithdraw: () => Promise<void>;
  onClose: () => void;
}

/** Asks whether the photos and answers are to be deleted. Deleting them withdraws the consent. */
export default function WithdrawDialog({ onWithdraw, onClose }: Props) {
  const { t } = useTranslation('capture');
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const withdraw = async () => {
    setBusy(true);
    try {
      await onWithdraw();
      toast({ kind: 'success', title: t('withdraw.done') });
    } catch (error) {
      toast({ kind: 'error', title: errorText(error, t('error.withdraw')) });
    }
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="s"
      title={t('withdraw.title')}
      isDismissable={!isBusy}
      footer={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            {t('withdraw.keep')}
          </Button>
          <Button variant="danger" onClick={withdraw} busy={isBusy}>
            {t('withdraw')}
          </Button>
        </>
      }
    >
      <p>{t('withdraw.text')}</p>
    </Dialog>
  );
}
