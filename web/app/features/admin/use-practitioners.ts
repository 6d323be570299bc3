import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Practitioner } from '#contract/identity.ts';
import { api } from '#web/lib/api.ts';
import { useQueryParams } from '#web/lib/use-query-params.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { toast } from '#web/ui/toast.ts';
import { type Filter, filterOf, matching } from './practitioners.ts';

/** The list, and the filter and search that stand in the address. */
export function usePractitioners() {
  const query = useQuery(api.identity.adminListPractitioners.queryOptions());
  const [params, put] = useQueryParams();
  const filter = filterOf(params.get('show'));
  const search = params.get('q') ?? '';

  return {
    query,
    filter,
    search,
    rows: matching(query.data ?? [], filter, search),
    setFilter: (next: Filter) => put({ show: next === 'all' ? '' : next }),
    setSearch: (next: string) => put({ q: next }),
    clear: () => put({ show: '', q: '' }),
  };
}

export type Practitioners = ReturnType<typeof usePractitioners>;

/** Verifies or revokes at once; the toast takes it back. */
export function useVerify() {
  const { t } = useTranslation('identity');
  const queries = useQueryClient();
  const errorText = useErrorText();
  const { mutate, isPending, variables } = useMutation(
    api.identity.adminVerifyPractitioner.mutationOptions({
      onSuccess: (row) => {
        const key = api.identity.adminListPractitioners.queryKey();
        queries.setQueryData(key, (rows) => rows?.map((other) => (other.user_id === row.user_id ? row : other)));
        const undo = {
          label: t('admin.undo'),
          run: () => mutate({ user_id: row.user_id, is_verified: !row.is_verified }),
        };
        toast({
          kind: 'success',
          title: t(row.is_verified ? 'admin.verified' : 'admin.revoked', { name: row.name }),
          action: undo,
        });
      },
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
    }),
  );
  return {
    toggle: (row: Practitioner) => mutate({ user_id: row.user_id, is_verified: !row.is_verified }),
    isBusy: (row: Practitioner) => isPending && variables.user_id === row.user_id,
  };
}
