import { useTranslation } from 'react-i18next';
import type { ReadingLanguage } from '#contract/languages.ts';
import type { ModerationAction, ReportReason } from '#contract/community/terms.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { Select, TextField } from '#web/ui/text-field.tsx';
import { CommunityFormDialog } from '../parts/community-form-dialog.tsx';
import { actionsFor, needsStatement } from './actions.ts';
import type { Subject } from './decision-form.ts';
import { ReasonFields } from './reason-fields.tsx';
import { useDecision } from './use-decision.ts';

interface Props {
  subject: Subject;
  channelId?: string;
  reportId?: string;
  /** The action that the moderator chose with a key in the queue. */
  action?: ModerationAction;
  reason?: ReportReason;
  /** The author's reading language. */
  language?: ReadingLanguage;
  onClose: () => void;
}

/** The dialog for a decision. It includes the reasons that the author of the text will read. */
export default function DecideDialog({ subject, channelId, reportId, action, reason, language, onClose }: Props) {
  const { t } = useTranslation(['community', 'moderation']);
  const errorText = useErrorText();
  const actions = actionsFor(subject);
  const first = { action: action ?? actions[0] ?? 'dismiss', reason: reason ?? '' } as const;
  const decision = useDecision({ subject, channelId, reportId, language, first, onDone: onClose });
  const { form, put, isWrong, isPending, error } = decision;
  return (
    <CommunityFormDialog
      onClose={onClose}
      title={t('moderation:decide')}
      lead={subject.title}
      action={t(`moderation:action.${form.action}`)}
      busy={isPending}
      disabled={refusalOf(error)?.code === 'ALREADY_DECIDED'}
      onSubmit={decision.decide}
      problem={error && errorText(error)}
    >
      <Select
        label={t('moderation:action')}
        value={form.action}
        onChange={(event) => put({ action: event.target.value as ModerationAction })}
      >
        {actions.map((one) => (
          <option key={one} value={one}>
            {t(`moderation:action.${one}`)}
          </option>
        ))}
      </Select>
      {form.action === 'suspend' && (
        <TextField
          label={t('moderation:days')}
          inputMode="numeric"
          value={form.days}
          error={isWrong('days') && t('moderation:days.wrong')}
          onChange={(event) => put({ days: event.target.value })}
        />
      )}
      {needsStatement(form.action) && <ReasonFields reasoned={decision.reasoned} isWrong={isWrong('statement')} />}
    </CommunityFormDialog>
  );
}
