import type { KeptDraft } from './draft.ts';

const keyOf = (userId: string) => `fl.community.drafts.${userId}`;

function read(userId: string): KeptDraft[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(found) ? (found as KeptDraft[]) : [];
  } catch {
    return [];
  }
}

function write(userId: string, drafts: KeptDraft[]) {
  try {
    if (drafts.length === 0) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), JSON.stringify(drafts));
  } catch {
    // If the device's storage is full, nothing is stored. The draft may still reach the service.
  }
}

/**
 * Texts that the service does not have yet. As soon as the service has stored a text, the text is deleted from the
 * device, so that nothing remains on a shared device.
 */
export const unsent = {
  list: read,
  keep(userId: string, draft: KeptDraft) {
    write(userId, [...read(userId).filter(({ id }) => id !== draft.id), draft]);
  },
  forget(userId: string, id: string) {
    write(
      userId,
      read(userId).filter((one) => one.id !== id),
    );
  },
};
