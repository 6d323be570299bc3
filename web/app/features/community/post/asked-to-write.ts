import { useSearchParams } from 'react-router';

const ways = ['comment', 'reply', 'edit'] as const;

/** What a link from the list of drafts leads to: the comment of its address is answered or changed, or there is none. */
export function useAskedToWrite(commentId?: string): (typeof ways)[number] | undefined {
  const [params] = useSearchParams();
  const isHere = params.get('comment') === (commentId ?? null);
  return isHere ? ways.find((way) => way === params.get('write')) : undefined;
}
