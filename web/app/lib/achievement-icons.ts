import { Camera, Handshake, type LucideIcon, Medal, MessageCircle, Sparkles, Sun } from 'lucide-react';
import type { AchievementId } from '#contract/progress.ts';

/** The icon of each achievement, wherever it is shown. */
export const achievementIcons: Record<AchievementId, LucideIcon> = {
  first_set: Camera,
  first_simulation: Sparkles,
  steady_week: Sun,
  first_words: MessageCircle,
  first_friend: Handshake,
  first_challenge: Medal,
};
