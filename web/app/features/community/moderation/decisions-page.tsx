import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CommunityLimits } from '#contract/community/terms.ts';
import { api, call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { paged } from '../feed/paged.ts';
import { Emergency } from '../layout/default-aside.tsx';
import { Page } from '../layout/page.tsx';
import { DecisionList } from './decision-list.tsx';
import styles from './moderation.module.css';
import { focusOnce } from '../parts/focus-once.ts';

/** What was decided about one's own texts, with the reasons, and how to ask for another look. */
export function DecisionsPage() {
  const { t } = useTranslation(['community', 'moderation']);
  const query = useInfiniteQuery(
    api.community.listMyDecisions.infiniteOptions({ input: (cursor: string | undefined) => ({ cursor }), ...paged }),
  );
  return (
    <Page title={t('decisions.title')} lead={t('decisions.lead')} aside={<Emergency />}>
      <DecisionList query={query} empty={t('decisions.empty')}>
        {(decision) => decision.can_appeal && <Appeal decisionId={decision.id} />}
      </DecisionList>
    </Page>
  );
}

function Appeal({ decisionId }: { decisionId: string }) {
  const { t } = useTranslation(['community', 'moderation']);
  const errorText = useErrorText();
  const [words, setWords] = useState<string>();
  const [isTried, setTried] = useState(false);
  const isStated = (words ?? '').trim().length >= CommunityLimits.statement_min;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call.community.appealDecision({ decision_id: decisionId, words: (words ?? '').trim() }),
    onSuccess: () => {
      toast({ kind: 'success', title: t('moderation:appeal.sent'), text: t('moderation:appeal.sent.text') });
      return queryClient.invalidateQueries({ queryKey: api.community.listMyDecisions.key() });
    },
  });
  if (words === undefined)
    return (
      <div className={styles.buttons}>
        <Button size="xs" onClick={() => setWords('')}>
          {t('moderation:appeal.start')}
        </Button>
      </div>
    );
  return (
    <div className={styles.answer}>
      <TextArea
        label={t('moderation:appeal.words')}
        hint={t('moderation:appeal.words.hint')}
        ref={focusOnce}
        maxLength={CommunityLimits.statement_max}
        value={words}
        error={
          error
            ? errorText(error)
            : isTried && !isStated && t('moderation:statement.short', { min: CommunityLimits.statement_min })
        }
        onChange={(event) => setWords(event.target.value)}
      />
      <div className={styles.buttons}>
        <Button
          size="xs"
          variant="ink"
          busy={isPending}
          onClick={() => {
            setTried(true);
            if (isStated) mutate();
          }}
        >
          {t('moderation:appeal.send')}
        </Button>
        <Button size="xs" variant="quiet" onClick={() => setWords(undefined)}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  );
}
