import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReadingLanguage } from '#contract/languages.ts';
import type { ModerationAction, ReportReason } from '#contract/community/terms.ts';
import { call } from '#web/lib/api.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Select, TextField } from '#web/ui/text-field.tsx';
import { CommunityFormDialog } from '../parts/community-form-dialog.tsx';
import { RichHtml } from '../parts/rich-html.tsx';
import { actionsFor, needsStatement } from './actions.ts';
import { type DecisionForm, faultsOf, inputOf, newerText, possibleAction, type Subject } from './decision-form.ts';
import { ReasonFields } from './reason-fields.tsx';
import { refreshDesk, useUndoToast } from './undo-toast.ts';
import { useReasonedStatement } from './use-reasoned-statement.ts';
import styles from './moderation.module.css';

interface Props {
  subject: Subject;
  channelId?: string;
  reportId?: string;
  /** The action that the moderator chose with a key in the queue. */
  action?: ModerationAction;
  reason?: ReportReason;
  /** The language in which the author of the text reads. */
  language?: ReadingLanguage;
  onClose: () => void;
}

/** The dialog for a decision. It includes the reasons that the author of the text will read. */
export default function DecideDialog({ subject, channelId, reportId, action, reason, language, onClose }: Props) {
  const { t } = useTranslation(['community', 'moderation']);
  const errorText = useErrorText();
  const first = { action: action ?? actionsFor(subject)[0] ?? 'dismiss', reason: reason ?? '' } as const;
  const decision = useDecision({ subject, channelId, reportId, language, first, onDone: onClose });
  const { form, put, isWrong, isPending, error, read, newer } = decision;
  const actions = actionsFor(read);
  return (
    <CommunityFormDialog
      onClose={onClose}
      title={t('moderation:decide')}
      lead={read.title}
      action={t(`moderation:action.${form.action}`)}
      busy={isPending}
      disabled={isStale(error)}
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
      {newer && (
        <section aria-label={t('moderation:newer')}>
          <h3 className={styles.previewTitle}>{t('moderation:newer')}</h3>
          {newer.title && <p>{newer.title}</p>}
          <RichHtml html={newer.body} className={styles.body} />
          <Button size="s" onClick={() => decision.judge(newer)}>
            {t('moderation:newer.judge')}
          </Button>
        </section>
      )}
    </CommunityFormDialog>
  );
}

/** Whether the case or the text has changed, so that the moderator must look at it again before deciding. */
const isStale = (error: unknown): boolean => ['ALREADY_DECIDED', 'TEXT_CHANGED'].includes(refusalOf(error)?.code ?? '');

interface Options {
  subject: Subject;
  channelId: string | undefined;
  reportId: string | undefined;
  /** The language in which the author of the text reads. */
  language: ReadingLanguage | undefined;
  first: Pick<DecisionForm, 'action' | 'reason'>;
  onDone: () => void;
}

/** Returns the state of the decision form, and a function that sends it. */
function useDecision({ subject, channelId, reportId, language, first, onDone }: Options) {
  const { t } = useTranslation(['community', 'moderation']);
  const [choice, setChoice] = useState({ action: first.action, days: '7' });
  // While the dialog is open, the page behind it may load a newer text. The decision is about the text that was read.
  const [read, setRead] = useState(subject);
  const reasoned = useReasonedStatement(first.reason, language);
  const form: DecisionForm = { ...choice, reason: reasoned.reason, statement: reasoned.statement };
  const [isTried, setTried] = useState(false);
  const done = useUndoToast();
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: () => call.community.moderate({ ...inputOf(read, form), report_id: reportId, channel_id: channelId }),
    onSuccess: ({ id }) => {
      void refreshDesk();
      done([id], t('moderation:done'), t(`moderation:action.${form.action}`));
      onDone();
    },
    // The page behind the dialog then loads the current text, and passes it to the dialog.
    onError: (fault) => {
      if (isStale(fault)) void refreshDesk();
    },
  });
  const faults = faultsOf(form);
  return {
    form,
    reasoned,
    put: (changes: Partial<typeof choice>) => setChoice({ ...choice, ...changes }),
    /** Whether to mark the field as invalid. Fields are marked only after the first attempt to send. */
    isWrong: (field: (typeof faults)[number]) => isTried && faults.includes(field),
    decide() {
      setTried(true);
      if (faults.length === 0) mutate();
    },
    read,
    newer: newerText(read, subject, refusalOf(error)?.code),
    /** Applies the decision to the newer text, after the moderator has read it. The statement stays. */
    judge(newer: Subject) {
      setRead(newer);
      setChoice({ ...choice, action: possibleAction(choice.action, newer) });
      reset();
    },
    isPending,
    error,
  };
}
