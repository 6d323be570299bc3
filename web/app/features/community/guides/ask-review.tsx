import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Guide } from '#contract/community/guides.ts';
import { api, call } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Select } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './guides.module.css';
import { takeGuide } from './take-guide.ts';

/** The form with which the author asks a verified doctor to review the current text. */
export function AskReview({ guide }: { guide: Guide }) {
  const { t } = useTranslation('community-guides');
  const errorText = useErrorText();
  const [chosen, setChosen] = useState('');
  const query = useQuery(api.community.listGuideReviewers.queryOptions({ input: { guide_id: guide.id } }));
  const { mutate, isPending, error } = useMutation({
    mutationFn: (reviewer_id: string) =>
      call.community.askGuideReview({ guide_id: guide.id, version: guide.text?.version ?? 1, reviewer_id }),
    onSuccess: (answer) => {
      takeGuide(answer);
      toast({ kind: 'success', title: t('ask.done') });
    },
  });
  if (query.isPending) return <SkeletonRows rows={1} />;
  if (query.isError)
    return <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} busy={query.isRefetching} />;
  const people = query.data;
  if (people.length === 0) return <p>{t('ask.none')}</p>;
  const reviewer = chosen || (people[0]?.id ?? '');
  return (
    <Stack
      as="form"
      gap={16}
      onSubmit={(event) => {
        event.preventDefault();
        mutate(reviewer);
      }}
    >
      <h2 className={styles.sectionTitle}>{t('ask')}</h2>
      <Select
        label={t('ask.who')}
        value={reviewer}
        error={error ? errorText(error) : undefined}
        onChange={(event) => setChosen(event.target.value)}
      >
        {people.map(({ id, display_name }) => (
          <option key={id} value={id}>
            {display_name}
          </option>
        ))}
      </Select>
      <Row gap={8} wrap>
        <Button type="submit" size="s" variant="primary" saving={isPending}>
          {t('ask.send')}
        </Button>
      </Row>
    </Stack>
  );
}
