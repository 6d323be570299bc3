import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type TextLanguage, TextLanguages } from '#contract/community/reading.ts';
import { api } from '#web/lib/api.ts';
import { languageName } from '#web/lib/language-name.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Grid } from '#web/ui/layout.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './reading.module.css';
import { showLanguages } from './shown-languages.ts';

/**
 * The choice of the languages in which the reader wants to see texts. Each name is written in the language that it
 * names. Every change is saved at once, and open lists are updated.
 */
export function LanguageChoice({ isPractitioner }: { isPractitioner: boolean }) {
  const { t } = useTranslation('community-reading');
  const { data, error, isError, isFetching, refetch } = useQuery(api.community.getMyReading.queryOptions());
  const change = useChange();
  if (isError && !data) return <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return <SkeletonRows rows={6} />;
  const choose = (language: TextLanguage, isChosen: boolean) =>
    change(isChosen ? [...data.languages, language] : data.languages.filter((one) => one !== language));
  return (
    <>
      <Grid as="fieldset" gap={16} rowGap={8} min={140} fill className={styles.choice}>
        <legend className="visually-hidden">{t('title')}</legend>
        {TextLanguages.map((language) => (
          <Checkbox
            key={language}
            label={<bdi lang={language}>{languageName(language, language)}</bdi>}
            checked={data.languages.includes(language)}
            onChange={(event) => choose(language, event.target.checked)}
          />
        ))}
      </Grid>
      {isPractitioner && <p className="small muted">{t('doctor')}</p>}
    </>
  );
}

/**
 * Returns a function that changes the choice. The change is shown at once. If the service refuses, the stored choice is
 * shown again.
 */
function useChange() {
  const queries = useQueryClient();
  const errorText = useErrorText();
  const { queryKey } = api.community.getMyReading.queryOptions();
  const { mutate } = useMutation(
    api.community.setMyReading.mutationOptions({
      scope: { id: 'reading' },
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
      onSettled: () => {
        showLanguages(undefined);
        return queries.invalidateQueries({ queryKey: api.community.key() });
      },
    }),
  );
  return (languages: TextLanguage[]) => {
    queries.setQueryData(queryKey, { languages });
    mutate({ languages });
  };
}
