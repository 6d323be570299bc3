import { useSearchParams } from 'react-router';

const ways = ['comment', 'reply', 'edit'] as const;

/**
 * Returns the form that a link from the list of drafts opens. If the address names a comment, the form replies to it or
 * changes it.
 */
export function useAskedToWrite(commentId?: string): (typeof ways)[number] | undefined {
  const [params] = useSearchParams();
  const isHere = params.get('comment') === (commentId ?? null);
  return isHere ? ways.find((way) => way === params.get('write')) : undefined;
}
