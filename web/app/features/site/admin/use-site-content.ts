import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SiteBlockState } from '#contract/site.ts';
import { api } from '#web/lib/api.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { toast } from '#web/ui/toast.ts';
import type { Place } from './place.ts';

export const useBlocks = ({ region, language }: Place) =>
  useQuery(api.site.adminGetSiteContent.queryOptions({ input: { region, language } }));

export const useVersions = ({ region, language, block }: Place) =>
  useQuery(api.site.adminListSiteVersions.queryOptions({ input: { region, language, block } }));

/**
 * Returns functions that change a block. The response to every change contains the new state of the block, which
 * replaces the old one. The history is loaded again.
 */
export function useBlockChanges(place: Place) {
  const { t } = useTranslation('content');
  const queries = useQueryClient();
  const errorText = useErrorText();
  const { region, language } = place;

  function keep(state: SiteBlockState) {
    const key = api.site.adminGetSiteContent.queryKey({ input: { region, language } });
    queries.setQueryData(key, (states) => states?.map((other) => (other.block === state.block ? state : other)));
    void queries.invalidateQueries({ queryKey: api.site.adminListSiteVersions.key() });
  }
  const told = (title: string) => (state: SiteBlockState) => {
    keep(state);
    toast({ kind: 'success', title });
  };
  // Errors of a field are shown next to the field.
  const onError = (error: unknown) => {
    if (refusalOf(error)?.code !== 'INVALID_INPUT') toast({ kind: 'error', title: errorText(error) });
  };

  return {
    save: useMutation(
      api.site.adminSaveSiteBlock.mutationOptions({
        onSuccess: (state, { publish }) => told(t(publish ? 'published' : 'draftSaved'))(state),
        onError,
      }),
    ),
    discard: useMutation(
      api.site.adminDiscardSiteDraft.mutationOptions({
        onSuccess: told(t('draftDiscarded')),
        // After this error, the editor shows the newer version. The usual text of the error says that the typed text is
        // still in the form, which is not true here.
        onError: (error) => {
          if (refusalOf(error)?.code === 'SITE_CONTENT_CHANGED') toast({ kind: 'error', title: t('discardOutdated') });
          else onError(error);
        },
      }),
    ),
    restore: useMutation(api.site.adminRestoreSiteVersion.mutationOptions({ onSuccess: told(t('restored')), onError })),
    reload: () => queries.invalidateQueries({ queryKey: api.site.key() }),
  };
}
export type BlockChanges = ReturnType<typeof useBlockChanges>;

/** Maps the path of each field that the service refused to the field's first error code. */
export function faultsOf(error: unknown): ReadonlyMap<string, string> {
  const refusal = refusalOf(error);
  if (refusal?.code !== 'INVALID_INPUT') return new Map();
  const { fields } = refusal.data as { fields: Record<string, string[]> };
  return new Map(Object.entries(fields).map(([path, codes]) => [path, codes[0] ?? '']));
}
