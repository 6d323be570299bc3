import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { WHY_MIN } from '#contract/care-relation.ts';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { useWorkspace } from '../case/workspace-context.ts';
import { TakeOverDialog } from '../access/locked-case.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { RequestPhotosDialog } from './request-photos-dialog.tsx';
import { showCase } from './show-case.ts';

/**
 * Actions on the case other than drawing: requesting better photos, taking the case over, recording the treatment, and
 * correcting the signed case.
 */
export function CaseActions() {
  const { studioCase, isEditable } = useWorkspace();
  if (isEditable) return studioCase.photo_request ? <WithdrawRequest /> : <AskForPhotos />;
  const { relation, is_signer, reopening } = studioCase.access;
  if (studioCase.status === 'published') {
    return (
      <>
        <RecordTreatment />
        {is_signer ? <Reopen /> : reopening ? null : <AskReopening />}
      </>
    );
  }
  return relation === 'opened' ? <TakeOver /> : null;
}

/** Links to the page on which the doctor records the treatment after the visit. */
function RecordTreatment() {
  const { t } = useTranslation('record');
  const { studioCase } = useWorkspace();
  const locale = useLocale();
  return (
    <LinkButton size="xs" to={inLanguage(`/studio/cases/${studioCase.id}/record`, locale)}>
      {t('open')}
    </LinkButton>
  );
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
  const [isOpen, setOpen] = useState(false);
  const name = studioCase.practitioner_name ? t('doctor', { name: studioCase.practitioner_name }) : null;
  return (
    <>
      <Button size="xs" onClick={() => setOpen(true)}>
        {t('take_over')}
      </Button>
      {isOpen && <TakeOverDialog caseId={studioCase.id} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}

/**
 * Shown if another doctor signed the case. The doctor who reads the case can request a correction, which an
 * administrator must approve.
 */
function AskReopening() {
  const { t } = useTranslation('studio');
  const { studioCase } = useWorkspace();
  const errorText = useErrorText();
  const [isOpen, setOpen] = useState(false);
  const { mutate, isPending, error } = useMutation(
    api.caseFlow.askReopening.mutationOptions({
      onSuccess: (reopening) => {
        showCase({ ...studioCase, access: { ...studioCase.access, reopening } });
        setOpen(false);
      },
    }),
  );
  return (
    <>
      <Button size="xs" onClick={() => setOpen(true)}>
        {t('reopening.ask')}
      </Button>
      {isOpen && (
        <ReasonDialog
          title={t('reopening.ask')}
          lead={t('reopening.ask_lead')}
          action={t('reopening.ask')}
          busy={isPending}
          fault={error ? errorText(error) : undefined}
          min={WHY_MIN}
          onConfirm={(note) => mutate({ case_id: studioCase.id, note })}
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
