import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profession } from '#contract/base.ts';
import type { DocumentSeen, Practitioner } from '#contract/identity.ts';
import { api } from '#web/lib/api.ts';
import { useQueryParams } from '#web/lib/use-query-params.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { toast } from '#web/ui/toast.ts';
import { type Filter, filterOf, matching } from './practitioners.ts';

/** Returns the list with the filter and the search from the address. */
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

/**
 * Changes the verification of a practitioner. A verification is revoked at once, but a new verification first asks for
 * a proof. Each change can be undone.
 */
export function useVerification() {
  const { t } = useTranslation('identity');
  const queries = useQueryClient();
  const errorText = useErrorText();
  const [asked, setAsked] = useState<Practitioner>();
  const { mutate, isPending, variables, error, reset } = useMutation(
    api.identity.adminVerifyPractitioner.mutationOptions({
      onSuccess: (row) => {
        const key = api.identity.adminListPractitioners.queryKey();
        queries.setQueryData(key, (rows) => rows?.map((other) => (other.user_id === row.user_id ? row : other)));
        setAsked(undefined);
        toast({
          kind: 'success',
          title: t(row.is_verified ? 'admin.verified' : 'admin.revoked', { name: row.name }),
          action: { label: t('admin.undo'), run: () => toggle(row) },
        });
      },
      onError: (error, { is_verified }) => {
        if (!is_verified) toast({ kind: 'error', title: errorText(error) });
      },
    }),
  );

  function toggle(row: Practitioner) {
    reset();
    if (row.is_verified) mutate({ user_id: row.user_id, is_verified: false });
    else setAsked(row);
  }

  return {
    /** The practitioner for whom the dialog asks for a proof. */
    asked,
    error,
    toggle,
    verify: (row: Practitioner, profession: Profession, document: DocumentSeen | null) =>
      mutate({ user_id: row.user_id, is_verified: true, profession, document }),
    cancel: () => setAsked(undefined),
    isBusy: (row: Practitioner) => isPending && variables.user_id === row.user_id,
  };
}

export type Verification = ReturnType<typeof useVerification>;
