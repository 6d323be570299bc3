import { useSearchParams } from 'react-router';

const ways = ['comment', 'reply', 'edit'] as const;

/**
 * The form that a link from the list of drafts opens: the comment to reply to or to change, if the address names one.
 */
export function useAskedToWrite(commentId?: string): (typeof ways)[number] | undefined {
  const [params] = useSearchParams();
  const isHere = params.get('comment') === (commentId ?? null);
  return isHere ? ways.find((way) => way === params.get('write')) : undefined;
}
