import { type Box, fit, limit, panBy, type Size, type View, wholePhoto, zoomAt } from './view.ts';

const WHEEL_SPEED = 0.0016;
/** How near to the divider a press takes hold of it, in screen pixels. */
const GRAB_PX = 18;

/** Zoom, pan and divider of the stage: it writes custom properties on the frame, and React never hears of it. */
export class StageController {
  #frame: HTMLElement;
  #onZoom: (percent: number, isFit: boolean) => void;
  #photo: Size = { width: 1, height: 1 };
  #face: Box = wholePhoto(this.#photo);
  #view: View = { x: 0, y: 0, scale: 1 };
  #isFit = true;
  #cut = 50;
  #stop = new AbortController();
  #resizes: ResizeObserver;

  constructor(frame: HTMLElement, onZoom: (percent: number, isFit: boolean) => void) {
    this.#frame = frame;
    this.#onZoom = onZoom;
    const { signal } = this.#stop;
    frame.addEventListener('wheel', (event) => this.#onWheel(event), { signal, passive: false });
    frame.addEventListener('pointerdown', (event) => this.#onPointerDown(event), { signal });
    this.#resizes = new ResizeObserver(() => (this.#isFit ? this.fit() : this.#show(this.#view)));
    this.#resizes.observe(frame);
  }

  setPhoto(photo: Size, face: Box) {
    this.#photo = photo;
    this.#face = face;
    this.#frame.style.setProperty('--photo-width', `${photo.width}px`);
    this.#frame.style.setProperty('--photo-height', `${photo.height}px`);
    this.fit();
  }

  fit() {
    this.#isFit = true;
    this.#show(fit(this.#face, this.#pane()));
  }

  /** One pixel of the photo on one pixel of the screen. */
  actualSize() {
    this.#isFit = false;
    this.#show({ ...this.#view, scale: 1 / window.devicePixelRatio });
  }

  zoom(factor: number, at = { x: 0, y: 0 }) {
    this.#isFit = false;
    this.#show(zoomAt(this.#view, factor, at));
  }

  /** As by a drag: how far the photo goes, in parts of the pane. */
  pan(right: number, down: number) {
    const { width, height } = this.#pane();
    this.#isFit = false;
    this.#show(panBy(this.#view, right * width, down * height));
  }

  /** The divider of the split view, in percent of the frame. */
  setCut(percent: number) {
    this.#cut = Math.min(100, Math.max(0, percent));
    this.#frame.style.setProperty('--cut', String(this.#cut));
    const slider = this.#frame.querySelector<HTMLInputElement>('input[type="range"]');
    if (slider) slider.value = String(this.#cut);
  }

  stop() {
    this.#stop.abort();
    this.#resizes.disconnect();
  }

  #pane(): Size {
    const pane = this.#frame.querySelector('[data-pane="simulation"]') ?? this.#frame;
    const { width, height } = pane.getBoundingClientRect();
    return { width: Math.max(1, width), height: Math.max(1, height) };
  }

  #show(view: View) {
    this.#view = limit(view, this.#photo, this.#pane());
    const { x, y, scale } = this.#view;
    this.#frame.style.setProperty('--x', String(x));
    this.#frame.style.setProperty('--y', String(y));
    this.#frame.style.setProperty('--scale', String(scale));
    this.#onZoom(Math.round(scale * window.devicePixelRatio * 100), this.#isFit);
  }

  #onWheel(event: WheelEvent) {
    event.preventDefault();
    const pane = (event.target as HTMLElement).closest('[data-pane]') ?? this.#frame;
    const { left, top, width, height } = pane.getBoundingClientRect();
    this.zoom(Math.exp(-event.deltaY * WHEEL_SPEED), {
      x: event.clientX - left - width / 2,
      y: event.clientY - top - height / 2,
    });
  }

  #onPointerDown(event: PointerEvent) {
    if (event.button !== 0 || (event.target as Element).closest('input, button, a, [data-tool-layer]')) return;
    this.grab(event);
  }

  /** A pointer takes hold of the photo, or of the divider where it is near. */
  grab(event: PointerEvent) {
    const { left, width } = this.#frame.getBoundingClientRect();
    const isSplit = this.#frame.dataset.mode === 'split';
    const onDivider = isSplit && Math.abs(event.clientX - left - (this.#cut / 100) * width) < GRAB_PX;
    let last = { x: event.clientX, y: event.clientY };
    const drag = new AbortController();
    this.#frame.setPointerCapture(event.pointerId);
    const move = (now: PointerEvent) => {
      if (onDivider) return this.setCut(((now.clientX - left) / width) * 100);
      this.#isFit = false;
      this.#show(panBy(this.#view, now.clientX - last.x, now.clientY - last.y));
      last = { x: now.clientX, y: now.clientY };
    };
    this.#frame.addEventListener('pointermove', move, { signal: drag.signal });
    for (const end of ['pointerup', 'pointercancel'] as const)
      this.#frame.addEventListener(end, () => drag.abort(), { signal: drag.signal });
  }
}
