import type { RawMetricName } from '#engine/metrics/raw-metrics.ts';
import { type RenderClient, startRenderClient } from '#engine/worker/render-client.ts';
import type { HeatOverlay, SkinReading } from '#engine/worker/render-messages.ts';
import type { OpenPose } from '../stage/pose-store.ts';

/** Measures the skin of one photo in a worker. The worker starts with the first request. */
export class SkinReader {
  #client: RenderClient | undefined;
  #prepared: Promise<RenderClient> | undefined;
  #pose: OpenPose;

  constructor(pose: OpenPose) {
    this.#pose = pose;
  }

  async read(hasSheet: boolean): Promise<SkinReading> {
    return (await this.#ready()).measure(this.#pose.photoId, { hasSheet });
  }

  async heat(metric: RawMetricName): Promise<HeatOverlay | null> {
    return (await this.#ready()).heat(this.#pose.photoId, metric);
  }

  stop() {
    this.#client?.terminate();
    this.#client = undefined;
    this.#prepared = undefined;
  }

  #ready(): Promise<RenderClient> {
    this.#prepared ??= this.#prepare();
    return this.#prepared;
  }

  async #prepare(): Promise<RenderClient> {
    const client = startRenderClient();
    this.#client = client;
    await client.prepare(this.#pose.photoId, this.#pose.picture, this.#pose.landmarks);
    return client;
  }
}
