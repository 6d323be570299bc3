import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Guide } from '#contract/community/guides.ts';
import { CommunityLimits } from '#contract/community/terms.ts';
import { call } from '#web/lib/api.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { useErrorText } from '#web/lib/refusal.ts';
import { inLanguage } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { guidesPath } from '../parts/links.ts';
import styles from './guides.module.css';
import { takeGuide } from './take-guide.ts';

/**
 * A box below the guide's text. The doctor who was asked to review the text confirms it here, or declines with a
 * reason.
 */
export function ReviewBox({ guide: { id, text, channel, review_months } }: { guide: Guide }) {
  const { t } = useTranslation('community-guides');
  const locale = useLocale();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const [words, setWords] = useState<string>();
  const agree = useMutation({
    mutationFn: () => call.community.reviewGuide({ guide_id: id, version: text?.version ?? 1 }),
    onSuccess: (answer) => {
      takeGuide(answer);
      toast({ kind: 'success', title: t('review.agreed') });
    },
  });
  const decline = useMutation({
    mutationFn: (reason: string) => call.community.declineGuideReview({ guide_id: id, words: reason }),
    onSuccess: async () => {
      toast({ kind: 'success', title: t('review.declined') });
      await navigate(inLanguage(guidesPath(channel.slug), locale));
    },
  });
  const error = agree.error ?? decline.error;
  return (
    <Stack
      as="form"
      gap={16}
      onSubmit={(event) => {
        event.preventDefault();
        if (words?.trim()) decline.mutate(words);
      }}
    >
      <h2 className={styles.sectionTitle}>{t('review')}</h2>
      <p>{t('review.lead', { count: review_months })}</p>
      {words !== undefined && (
        <TextArea
          label={t('review.words')}
          maxLength={CommunityLimits.note_max}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      )}
      {error && (
        <p role="alert" className={styles.error}>
          {errorText(error)}
        </p>
      )}
      <Row gap={8} wrap>
        {words === undefined && (
          <Button variant="primary" size="s" busy={agree.isPending} onClick={() => agree.mutate()}>
            {t('review.agree')}
          </Button>
        )}
        {words === undefined ? (
          <Button size="s" onClick={() => setWords('')}>
            {t('review.decline')}
          </Button>
        ) : (
          <Button type="submit" size="s" variant="primary" disabled={!words.trim()} saving={decline.isPending}>
            {t('review.decline')}
          </Button>
        )}
      </Row>
    </Stack>
  );
}
