import { useLocation, useNavigate } from 'react-router';
import { safeReturn } from '#web/paths.ts';

/** Back to the page that asked for a second factor, if one did. */
export function useLeaveForReturn(): () => void {
  const navigate = useNavigate();
  const { search } = useLocation();
  return () => {
    const to = safeReturn(new URLSearchParams(search).get('return'));
    if (to) void navigate(to, { replace: true });
  };
}
