import type { VideoProviders } from '#contract/community.ts';

type Provider = (typeof VideoProviders)[number];

/** The id of a video, by provider. The rest of the address is dropped. */
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

/** `provider:number` from an address of one of our providers, or from the stored form; null for everything else. */
export function videoOf(address: string): string | null {
  const text = address.trim();
  if (KEPT.test(text)) return text;
  for (const [provider, patterns] of Object.entries(ADDRESSES)) {
    const id = patterns.map((pattern) => pattern.exec(text)?.[1]).find(Boolean);
    if (id) return `${provider}:${id}`;
  }
  return null;
}
