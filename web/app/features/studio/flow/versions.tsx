import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DraftVersion, VERSIONS_PAGE } from '#contract/case-flow.ts';
import { api, call } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { useWorkspace } from '../case/workspace-context.ts';
import styles from './flow.module.css';

/**
 * Lists the three newest versions, and older versions that have a name or a signature, page by page. The doctor can
 * restore each of them and undo the restoration.
 */
export function Versions() {
  const { t } = useTranslation('studio');
  const { studioCase, draft, isEditable } = useWorkspace();
  const [name, setName] = useState('');
  const errorText = useErrorText();
  const versions = useInfiniteQuery(
    api.caseFlow.listDraftVersions.infiniteOptions({
      input: (before: number | undefined) => ({ case_id: studioCase.id, before }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: (page) => (page.length < VERSIONS_PAGE ? undefined : page.at(-1)?.version),
    }),
  );
  const { data, error } = versions;
  const keep = useMutation({
    mutationFn: async (given: string) => {
      // The bar of the studio says why the draft could not be saved.
      if (!(await draft.flush())) throw new Error('The draft could not be saved.');
      const { version } = draft.snapshot().save;
      await call.caseFlow.nameDraftVersion({ case_id: studioCase.id, version, name: given });
    },
    onSuccess: async (_done, given) => {
      // A name that was typed during the call is for the next version.
      setName((now) => (now === given ? '' : now));
      await queryClient.invalidateQueries({ queryKey: api.caseFlow.listDraftVersions.key() });
    },
    onError: (failed) => toast({ kind: 'error', title: errorText(failed) }),
  });
  return (
    <>
      <h3>{t('versions.title')}</h3>
      {isEditable && (
        <>
          <TextField
            label={t('versions.name')}
            maxLength={80}
            required={false}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <div className={styles.end}>
            <Button size="xs" busy={keep.isPending} disabled={name.trim() === ''} onClick={() => keep.mutate(name)}>
              {t('versions.keep')}
            </Button>
          </div>
        </>
      )}
      {error && !data && (
        <ErrorState error={error} onRetry={() => void versions.refetch()} busy={versions.isRefetching} />
      )}
      <ul className={styles.versions}>
        {data?.pages.flat().map((version) => (
          <Version key={version.version} version={version} />
        ))}
      </ul>
      <LoadMore query={versions}>{t('versions.more')}</LoadMore>
    </>
  );
}

function Version({ version: { version, name, saved_at, saved_by_name, is_signed } }: { version: DraftVersion }) {
  const { t } = useTranslation('studio');
  const { dateTime } = useFormat();
  const { studioCase, draft, isEditable } = useWorkspace();
  const errorText = useErrorText();
  const restore = useMutation({
    mutationFn: () => call.caseFlow.getDraftVersion({ case_id: studioCase.id, version }),
    onSuccess: (found) => {
      draft.restore(found);
      toast({ kind: 'info', title: t('versions.restored'), action: { label: t('undo'), run: () => draft.undo() } });
    },
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
  });
  return (
    <li>
      <span>
        <b>{name ?? t('versions.unnamed', { version })}</b>
        <small>{[dateTime(saved_at), saved_by_name, is_signed && t('state.signed')].filter(Boolean).join(', ')}</small>
      </span>
      {isEditable && (
        <Button size="xs" variant="quiet" busy={restore.isPending} onClick={() => restore.mutate()}>
          {t('versions.restore')}
        </Button>
      )}
    </li>
  );
}
