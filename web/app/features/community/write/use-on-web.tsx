import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { ChannelLabel } from '#contract/community/terms.ts';
import { api } from '#web/lib/api.ts';

const OnWebField = lazy(() => import('./on-web-field.tsx'));

interface OnWeb {
  isOnWeb: boolean;
  /** The field for the choice. It is null if the community is not on the web. */
  onWebField: ReactNode;
}

/**
 * Returns whether the writer wants the thread on the web, and the field for this choice. The choice applies to one
 * community only, because another community has other readers.
 */
export function useOnWeb(channel: ChannelLabel | undefined): OnWeb {
  const [wanted, setWanted] = useState<string>();
  const { data } = useQuery(
    api.community.getChannel.queryOptions({
      input: { slug: channel?.slug ?? '' },
      enabled: channel !== undefined,
    }),
  );
  if (!channel || data?.id !== channel.id || !data.is_on_web) return { isOnWeb: false, onWebField: null };
  const isOnWeb = wanted === channel.id;
  return {
    isOnWeb,
    onWebField: (
      <Suspense>
        <OnWebField checked={isOnWeb} onChange={(isChecked) => setWanted(isChecked ? channel.id : undefined)} />
      </Suspense>
    ),
  };
}
