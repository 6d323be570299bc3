import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CommunityLimits } from '#contract/community/terms.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { focusOnce } from '../parts/focus-once.ts';

interface Props {
  start: string;
  label: string;
  /** The hint, the label of the button and the message after sending. The default texts are those of an appeal. */
  says?: { hint: string; send: string; sent: string; sentText: string };
  onSend: (words: string) => Promise<unknown>;
  onSent: () => Promise<unknown>;
}

/**
 * A button that opens a text field. In this field a person requests another check of a decision, or replies after a
 * text was hidden automatically.
 */
export function AskAgain({ start, label, says, onSend, onSent }: Props) {
  const { t } = useTranslation(['community', 'moderation']);
  const errorText = useErrorText();
  const [words, setWords] = useState<string>();
  const [isTried, setTried] = useState(false);
  const isStated = (words ?? '').trim().length >= CommunityLimits.statement_min;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => onSend((words ?? '').trim()),
    onSuccess: () => {
      toast({
        kind: 'success',
        title: says?.sent ?? t('moderation:appeal.sent'),
        text: says?.sentText ?? t('moderation:appeal.sent.text'),
      });
      return onSent();
    },
  });
  if (words === undefined)
    return (
      <Row gap={8} wrap>
        <Button size="xs" onClick={() => setWords('')}>
          {start}
        </Button>
      </Row>
    );
  return (
    <Stack
      as="form"
      gap={12}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (isStated) mutate();
      }}
    >
      <TextArea
        label={label}
        hint={says?.hint ?? t('moderation:appeal.words.hint')}
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
      <Row gap={8} wrap>
        <Button type="submit" size="xs" variant="ink" saving={isPending}>
          {says?.send ?? t('moderation:appeal.send')}
        </Button>
        <Button size="xs" variant="quiet" onClick={() => setWords(undefined)}>
          {t('cancel')}
        </Button>
      </Row>
    </Stack>
  );
}
