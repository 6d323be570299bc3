import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CommunityLimits } from '#contract/community/terms.ts';
import { api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';

type Outcome = 'upheld' | 'reversed';

interface Props {
  label: string;
  reverse: string;
  onAnswer: (outcome: Outcome, statement: string) => Promise<unknown>;
}

/**
 * The form for the response to an appeal or a review request. The moderator keeps or changes the decision, and gives
 * reasons.
 */
export function AnswerForm({ label, reverse, onAnswer }: Props) {
  const { t } = useTranslation(['community', 'moderation']);
  const errorText = useErrorText();
  const [statement, setStatement] = useState('');
  const [isTried, setTried] = useState(false);
  const isStated = statement.trim().length >= CommunityLimits.statement_min;
  const { mutate, isPending, error } = useMutation({
    mutationFn: (outcome: Outcome) => onAnswer(outcome, statement.trim()),
    onSuccess: () => {
      toast({ kind: 'success', title: t('moderation:appeals.answered') });
      return queryClient.invalidateQueries({ queryKey: api.community.key() });
    },
  });
  const answer = (outcome: Outcome) => {
    setTried(true);
    if (isStated) mutate(outcome);
  };
  return (
    <Stack as="form" gap={12} noValidate>
      <TextArea
        label={label}
        rows={3}
        maxLength={CommunityLimits.statement_max}
        value={statement}
        error={
          error
            ? errorText(error)
            : isTried && !isStated && t('moderation:statement.short', { min: CommunityLimits.statement_min })
        }
        onChange={(event) => setStatement(event.target.value)}
      />
      <Row gap={8} wrap>
        <Button size="xs" variant="ink" saving={isPending} onClick={() => answer('upheld')}>
          {t('moderation:appeals.uphold')}
        </Button>
        <Button size="xs" busy={isPending} onClick={() => answer('reversed')}>
          {reverse}
        </Button>
      </Row>
    </Stack>
  );
}
