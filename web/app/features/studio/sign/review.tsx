import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import { treatments } from '../treatment/treatments.ts';
import { checksFor, maySign } from './checks.ts';
import { ReviewDialog } from './review-dialog.tsx';
import type { Fix } from './use-fix.ts';
import { useRenderings } from './use-renderings.ts';

interface Props {
  isOpen: boolean;
  onClose: () => void;
  onFix: (fix: Fix) => void;
}

/** The review before signing. The drawing of its images may start before it opens. */
export function Review({ isOpen, onClose, onFix }: Props) {
  const { studioCase } = useWorkspace();
  const { content } = useDraft();
  const isComplete = maySign(checksFor(content, treatments, studioCase.answers?.avoid_treatments ?? []));
  const run = useRenderings({ mayStart: isComplete, isReviewed: isOpen });
  return isOpen ? <ReviewDialog run={run} isComplete={isComplete} onClose={onClose} onFix={onFix} /> : null;
}
