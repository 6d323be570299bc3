import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DraftVersion, VERSIONS_PAGE } from '#contract/case-flow.ts';
import { api, call } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { useWorkspace } from '../case/workspace-context.ts';
import styles from './flow.module.css';

/** The number of newest versions that are listed even without a name or a signature. */
const NEWEST = 3;

/**
 * Lists the three newest versions, and older versions that have a name or a signature, page by page. The doctor can
 * restore each of them and undo the restoration.
 */
export function Versions() {
  const { t } = useTranslation('studio');
  const { studioCase, draft, isEditable } = useWorkspace();
  const [name, setName] = useState('');
  const errorText = useErrorText();
  const input = { case_id: studioCase.id, only_named: false };
  const versions = useQuery(api.caseFlow.listDraftVersions.queryOptions({ input }));
  const found = useInfiniteQuery(
    api.caseFlow.listDraftVersions.infiniteOptions({
      input: (before: number | undefined) => ({ ...input, only_named: true, before }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: (page) => (page.length < VERSIONS_PAGE ? undefined : page.at(-1)?.version),
    }),
  );
  const newest = versions.data?.slice(0, NEWEST) ?? [];
  const isNewest = ({ version }: DraftVersion) => newest.some((one) => one.version === version);
  const older = found.data?.pages.flat().filter((one) => !isNewest(one)) ?? [];
  const keep = useMutation({
    mutationFn: async () => {
      await draft.flush();
      const [last] = await call.caseFlow.listDraftVersions(input);
      if (last) await call.caseFlow.nameDraftVersion({ case_id: studioCase.id, version: last.version, name });
    },
    onSuccess: async () => {
      setName('');
      await queryClient.invalidateQueries({ queryKey: api.caseFlow.listDraftVersions.key() });
    },
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
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
            <Button size="xs" busy={keep.isPending} disabled={name.trim() === ''} onClick={() => keep.mutate()}>
              {t('versions.keep')}
            </Button>
          </div>
        </>
      )}
      <ul className={styles.versions}>
        {[...newest, ...older].map((version) => (
          <Version key={version.version} version={version} />
        ))}
      </ul>
      <LoadMore query={found}>{t('versions.more')}</LoadMore>
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
