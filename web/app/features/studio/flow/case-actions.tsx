import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { useWorkspace } from '../case/workspace-context.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { RequestPhotosDialog } from './request-photos-dialog.tsx';
import { showCase } from './show-case.ts';

/** What a doctor may do with the case besides drawing: better photos, somebody else's case, a correction. */
export function CaseActions() {
  const { studioCase, isEditable } = useWorkspace();
  if (isEditable) return studioCase.photo_request ? <WithdrawRequest /> : <AskForPhotos />;
  if (studioCase.status === 'published') return <Reopen />;
  return studioCase.status === 'in_review' ? <TakeOver /> : null;
}

function AskForPhotos() {
  const { t } = useTranslation('studio');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="xs" onClick={() => setOpen(true)}>
        {t('request.ask')}
      </Button>
      {isOpen && <RequestPhotosDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function WithdrawRequest() {
  const { t } = useTranslation('studio');
  const { studioCase } = useWorkspace();
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation(
    api.caseFlow.withdrawPhotoRequest.mutationOptions({
      onSuccess: showCase,
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
    }),
  );
  return (
    <Button size="xs" busy={isPending} onClick={() => mutate({ case_id: studioCase.id })}>
      {t('request.withdraw')}
    </Button>
  );
}

function TakeOver() {
  const { t } = useTranslation('studio');
  const { studioCase } = useWorkspace();
  const errorText = useErrorText();
  const [isOpen, setOpen] = useState(false);
  const { mutate, isPending, error } = useMutation(api.caseFlow.takeOverCase.mutationOptions({ onSuccess: showCase }));
  const name = t('doctor', { name: studioCase.practitioner_name ?? '' });
  return (
    <>
      <Button size="xs" onClick={() => setOpen(true)}>
        {t('take_over')}
      </Button>
      {isOpen && (
        <ReasonDialog
          title={t('take_over')}
          lead={t('take_over_lead', { name })}
          action={t('take_over')}
          busy={isPending}
          fault={error ? errorText(error) : undefined}
          onConfirm={(reason) => mutate({ case_id: studioCase.id, reason })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function Reopen() {
  const { t } = useTranslation('studio');
  const { studioCase } = useWorkspace();
  const errorText = useErrorText();
  const [isOpen, setOpen] = useState(false);
  const { mutate, isPending, error } = useMutation(api.caseFlow.reopenCase.mutationOptions({ onSuccess: showCase }));
  return (
    <>
      <Button size="xs" onClick={() => setOpen(true)}>
        {t('reopen')}
      </Button>
      {isOpen && (
        <ReasonDialog
          title={t('reopen')}
          lead={t('reopen_lead')}
          action={t('reopen')}
          busy={isPending}
          fault={error ? errorText(error) : undefined}
          onConfirm={(reason) => mutate({ case_id: studioCase.id, reason })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
