import type { VideoProviders } from '#contract/community.ts';

type Provider = (typeof VideoProviders)[number];

/** Patterns that find the id of a video in its address, by provider. The rest of the address is discarded. */
const ADDRESSES: Readonly<Record<Provider, readonly RegExp[]>> = {
  youtube: [
    /^https:\/\/(?:www\.|m\.)?youtube\.com\/watch\?(?:[^#]*&)?v=([\w-]{11})(?:[&#]|$)/,
    /^https:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/(?:shorts|embed)\/([\w-]{11})(?:[?#/]|$)/,
    /^https:\/\/youtu\.be\/([\w-]{11})(?:[?#/]|$)/,
  ],
  vimeo: [/^https:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{6,12})(?:[?#/]|$)/],
  dailymotion: [
    /^https:\/\/(?:www\.)?dailymotion\.com\/(?:embed\/)?video\/(\w{6,12})(?:[?#/_]|$)/,
    /^https:\/\/dai\.ly\/(\w{6,12})(?:[?#]|$)/,
  ],
};
const KEPT = /^(youtube:[\w-]{11}|vimeo:\d{6,12}|dailymotion:\w{6,12})$/;

/**
 * Returns `provider:number` for an address of one of our providers, or for a text in this stored form. Returns null for
 * everything else.
 */
export function videoOf(address: string): string | null {
  const text = address.trim();
  if (KEPT.test(text)) return text;
  for (const [provider, patterns] of Object.entries(ADDRESSES)) {
    const id = patterns.map((pattern) => pattern.exec(text)?.[1]).find(Boolean);
    if (id) return `${provider}:${id}`;
  }
  return null;
}
