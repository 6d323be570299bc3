import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CommunityLimits, type ModerationAction, type ReportReason, ReportReasons } from '#contract/community/terms.ts';
import type { Person } from '#contract/community/terms.ts';
import { api, call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Select, TextArea, TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { CommunityDialog } from '../parts/community-dialog.tsx';
import { actionsFor, isAboutPerson, needsStatement, type SubjectKind } from './actions.ts';
import styles from '../post/dialogs.module.css';

interface Props {
  subject: { kind: SubjectKind; id: string; title: string; author: Person | null; state: string };
  channelId?: string;
  reportId?: string;
  /** Chosen by a key of the queue. */
  action?: ModerationAction;
  reason?: ReportReason;
  onClose: () => void;
  onDecided?: () => void;
}

/** A decision and the reasons that its author will read. */
export default function DecideDialog({
  subject,
  channelId,
  reportId,
  action: wished,
  reason: reported,
  onClose,
  onDecided,
}: Props) {
  const { t } = useTranslation('community');
  const errorText = useErrorText();
  const actions = actionsFor(subject);
  const [action, setAction] = useState<ModerationAction>(wished ?? actions[0] ?? 'dismiss');
  const [reason, setReason] = useState<ReportReason | ''>(reported ?? '');
  const [statement, setStatement] = useState('');
  const [days, setDays] = useState('7');
  const [isTried, setTried] = useState(false);
  const isStated = !needsStatement(action) || statement.trim().length >= CommunityLimits.statement_min;
  const daysCount = Number(days);
  const areDaysRight = action !== 'suspend' || (Number.isInteger(daysCount) && daysCount >= 1 && daysCount <= 365);

  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      // A warning or a ban reaches the person who wrote it.
      const isPerson = isAboutPerson(action) && subject.kind !== 'person' && subject.author !== null;
      return call.community.moderate({
        report_id: reportId,
        subject_kind: isPerson ? 'person' : subject.kind,
        subject_id: isPerson ? (subject.author?.id ?? subject.id) : subject.id,
        channel_id: channelId,
        action,
        reason: reason || undefined,
        statement: needsStatement(action) ? statement.trim() : undefined,
        days: action === 'suspend' ? daysCount : undefined,
      });
    },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: api.community.key() });
      toast({ kind: 'success', title: t('moderation.done') });
      onClose();
      onDecided?.();
    },
  });
  const decide = () => {
    setTried(true);
    if (isStated && areDaysRight) mutate();
  };
  const code = refusalOf(error)?.code;
  return (
    <CommunityDialog
      onClose={onClose}
      title={t('moderation.decide')}
      lead={subject.title}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" busy={isPending} disabled={code === 'ALREADY_DECIDED'} onClick={decide}>
            {t(`moderation.action.${action}`)}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Select
          label={t('moderation.action')}
          value={action}
          onChange={(event) => setAction(event.target.value as ModerationAction)}
        >
          {actions.map((one) => (
            <option key={one} value={one}>
              {t(`moderation.action.${one}`)}
            </option>
          ))}
        </Select>
        {action === 'suspend' && (
          <TextField
            label={t('moderation.days')}
            inputMode="numeric"
            value={days}
            error={isTried && !areDaysRight && t('moderation.days.wrong')}
            onChange={(event) => setDays(event.target.value)}
          />
        )}
        {needsStatement(action) && (
          <>
            <Select
              label={t('report.reason')}
              optional
              value={reason}
              onChange={(event) => setReason(event.target.value as ReportReason | '')}
            >
              <option value="">{t('moderation.noReason')}</option>
              {ReportReasons.map((one) => (
                <option key={one} value={one}>
                  {t(`reason.${one}`)}
                </option>
              ))}
            </Select>
            <TextArea
              label={t('moderation.statement')}
              hint={t('moderation.statement.hint')}
              error={isTried && !isStated && t('moderation.statement.short', { min: CommunityLimits.statement_min })}
              maxLength={CommunityLimits.statement_max}
              value={statement}
              onChange={(event) => setStatement(event.target.value)}
            />
          </>
        )}
        {error && (
          <p role="alert" className={styles.error}>
            {errorText(error)}
          </p>
        )}
      </div>
    </CommunityDialog>
  );
}
