import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportCase } from '#contract/community/moderation.ts';
import { CommunityLimits } from '#contract/community/terms.ts';
import { call } from '#web/lib/api.ts';
import { languageName } from '#web/lib/language-name.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Stack } from '#web/ui/layout.tsx';
import { CommunityFormDialog } from '../parts/community-form-dialog.tsx';
import { isRemovable } from './actions.ts';
import { type Refused, refusedOf } from './refused-cases.ts';
import { ReasonFields } from './reason-fields.tsx';
import { refreshDesk, useUndoToast } from './undo-toast.ts';
import { useReasonedStatement } from './use-reasoned-statement.ts';
import styles from './moderation.module.css';

export type TogetherAction = 'dismiss' | 'remove';

interface Props {
  cases: readonly ReportCase[];
  action: TogetherAction;
  onClose: () => void;
  /** Called after the decision, with the cases that it could not decide. */
  onDone: (refused: readonly Refused[]) => void;
}

/** Returns the value that all cases share, or undefined if their values differ. */
const shared = <Value,>(values: readonly Value[]): Value | undefined =>
  new Set(values).size === 1 ? values[0] : undefined;

/** The dialog for one decision about several cases. It first lists each statement with the person who will read it. */
export default function TogetherDialog({ cases, action, onClose, onDone }: Props) {
  const { t } = useTranslation(['community', 'moderation']);
  const errorText = useErrorText();
  const isRemoval = action === 'remove';
  // While the dialog is open, the queue behind it may load newer texts. The decision is about the texts that were read.
  const [read] = useState(() => new Map(cases.map(({ id, subject }) => [id, subject.version ?? undefined])));
  const decided = isRemoval ? cases.filter(({ subject }) => isRemovable(subject)) : cases;
  const left = cases.length - decided.length;
  const reasoned = useReasonedStatement(
    shared(decided.map(({ reasons }) => reasons[0]?.reason)) ?? '',
    shared(decided.map(({ author_language }) => author_language)),
  );
  const [isTried, setTried] = useState(false);
  const statement = reasoned.statement.trim();
  const isStated = !isRemoval || statement.length >= CommunityLimits.statement_min;
  const done = useUndoToast();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call.community.decideTogether({
        cases: decided.map(({ id }) => ({ report_id: id, version: read.get(id) })),
        action,
        ...(isRemoval && { statement, reason: reasoned.reason || undefined }),
      }),
    onSuccess: (outcomes) => {
      void refreshDesk();
      const ids = outcomes.flatMap(({ decision_id }) => decision_id ?? []);
      if (ids.length > 0) done(ids, t('moderation:together.done', { count: ids.length }));
      onDone(refusedOf(decided, outcomes));
    },
  });
  return (
    <CommunityFormDialog
      onClose={onClose}
      title={t(`moderation:together.${action}`, { count: decided.length })}
      lead={t(`moderation:together.${action}.lead`)}
      action={t(`moderation:action.${action}`)}
      busy={isPending}
      disabled={decided.length === 0}
      onSubmit={() => {
        setTried(true);
        if (isStated && decided.length > 0) mutate();
      }}
      problem={error && errorText(error)}
    >
      {isRemoval && <ReasonFields reasoned={reasoned} isWrong={isTried && !isStated} />}
      <section aria-label={t('moderation:together.who')}>
        <h3 className={styles.previewTitle}>{t('moderation:together.who')}</h3>
        <Stack as="ul" gap={8} className={styles.preview}>
          {decided.map((found) => (
            <Preview key={found.id} found={found} isTold={isRemoval} />
          ))}
        </Stack>
      </section>
      {left > 0 && <p className="small muted">{t('moderation:together.left', { count: left })}</p>}
    </CommunityFormDialog>
  );
}

function Preview({ found: { subject, author_language }, isTold }: { found: ReportCase; isTold: boolean }) {
  const { t, i18n } = useTranslation(['community', 'moderation', 'community-statements']);
  const name = subject.author?.display_name ?? t('moderation:together.nobody');
  return (
    <li>
      <bdi>{subject.title || t(`moderation:kind.${subject.kind}`)}</bdi>
      <span className="small muted">
        {isTold && subject.author
          ? t('moderation:together.told', { name, language: languageName(author_language, i18n.language) })
          : subject.author && subject.state === 'held'
            ? t('community-statements:desk.told', { name })
            : t('moderation:together.untold', { name })}
      </span>
    </li>
  );
}
