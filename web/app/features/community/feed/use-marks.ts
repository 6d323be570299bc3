import { useMutation } from '@tanstack/react-query';
import type { PostCard } from '#contract/community/content.ts';
import { call } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { toast } from '#web/ui/toast.ts';
import { likedAs } from './liked-as.ts';
import { keepPost, patchPost } from './post-cache.ts';

/**
 * Returns the function that likes a post. The like is shown at once, and removed again if the service refuses. Quick
 * clicks on one post are sent one after the other, so the last click decides the result.
 */
export function useLike(post: PostCard) {
  const errorText = useErrorText();
  const { mutate } = useMutation({
    scope: { id: `like-${post.id}` },
    mutationFn: (is_liked: boolean) => call.community.setLiked({ post_id: post.id, is_liked }),
    onMutate: (is_liked) =>
      patchPost(post.id, (now) => ({
        is_liked,
        likes_count: now.likes_count + Number(is_liked) - Number(now.is_liked),
      })),
    onSuccess: (answer) => keepPost(post.id, (now) => likedAs(now, answer)),
    onError: (error, is_liked) => {
      patchPost(post.id, (now) => ({
        is_liked: !is_liked,
        likes_count: now.likes_count + Number(!is_liked) - Number(now.is_liked),
      }));
      toast({ kind: 'error', title: errorText(error) });
    },
  });
  return () => mutate(!post.is_liked);
}

export function useSave(post: PostCard) {
  const errorText = useErrorText();
  const { mutate } = useMutation({
    scope: { id: `save-${post.id}` },
    mutationFn: (is_saved: boolean) => call.community.setSaved({ post_id: post.id, is_saved }),
    onMutate: (is_saved) => patchPost(post.id, () => ({ is_saved })),
    onSuccess: (_, is_saved) => keepPost(post.id, () => ({ is_saved })),
    onError: (error, is_saved) => {
      patchPost(post.id, () => ({ is_saved: !is_saved }));
      toast({ kind: 'error', title: errorText(error) });
    },
  });
  return () => mutate(!post.is_saved);
}
