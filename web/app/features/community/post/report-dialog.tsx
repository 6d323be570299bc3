import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CommunityLimits, type ReportReason, ReportReasons } from '#contract/community/terms.ts';
import { call } from '#web/lib/api.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { useErrorText } from '#web/lib/refusal.ts';
import { inLanguage } from '#web/paths.ts';
import { Stack } from '#web/ui/layout.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { CommunityFormDialog } from '../parts/community-form-dialog.tsx';
import styles from './dialogs.module.css';

interface Props {
  kind: 'post' | 'comment' | 'channel' | 'person';
  id: string;
  onClose: () => void;
}

export default function ReportDialog({ kind, id, onClose }: Props) {
  const { t } = useTranslation('community');
  const errorText = useErrorText();
  const navigate = useNavigate();
  const locale = useLocale();
  const [reason, setReason] = useState<ReportReason>();
  const [note, setNote] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: (chosen: ReportReason) =>
      call.community.reportContent({ subject_kind: kind, subject_id: id, reason: chosen, note }),
    onSuccess: () => {
      onClose();
      toast({
        kind: 'success',
        title: t('report.thanks'),
        text: t('report.thanks.text'),
        action: { label: t('report.thanks.see'), run: () => navigate(inLanguage('/community/reports', locale)) },
      });
    },
  });
  return (
    <CommunityFormDialog
      onClose={onClose}
      title={t('report.title')}
      lead={t('report.lead')}
      action={t('report.send')}
      busy={isPending}
      disabled={!reason}
      onSubmit={() => reason && mutate(reason)}
      problem={error && errorText(error)}
    >
      <Stack as="fieldset" gap={2} className={styles.reasons}>
        <legend>{t('report.reason')}</legend>
        {ReportReasons.map((one) => (
          <label key={one}>
            <input type="radio" name="reason" checked={one === reason} onChange={() => setReason(one)} />
            {t(`reason.${one}`)}
          </label>
        ))}
      </Stack>
      <TextArea
        label={t('report.note')}
        optional
        maxLength={CommunityLimits.note_max}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </CommunityFormDialog>
  );
}
