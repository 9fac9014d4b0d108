import { openCodeReader } from './code-reader.ts';
import { CodesInSight } from './codes-in-sight.ts';

const PAUSE_MS = 120;
/** The part of the picture that is read, as `.camera-sight` shows it. */
const READ = { width: 0.9, height: 0.5 };
/** The picture is shown with these proportions, and cut at its longer side. */
const SHOWN = 4 / 3;

/**
 * Shows the camera in a video, and reports each code that comes into sight, until it is stopped.
 *
 * @throws DOMException if there is no camera, or it may not be used
 */
export async function readCamera(
  video: HTMLVideoElement,
  stop: AbortSignal,
  { onStart, onCode }: { onStart: (track: MediaStreamTrack) => void; onCode: (code: string) => void },
): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } },
  });
  const [track] = stream.getVideoTracks();
  const reader = await openCodeReader();
  const end = () => {
    reader.close();
    for (const one of stream.getTracks()) one.stop();
  };
  if (track === undefined || stop.aborted) return end();
  stop.addEventListener('abort', end);
  try {
    video.srcObject = stream;
    await video.play();
    onStart(track);
    const canvas = document.createElement('canvas');
    const sight = new CodesInSight();
    while (!stop.aborted) {
      const code = await reader.read(pictureOf(video, canvas));
      const isNew = sight.see(code, performance.now());
      if (isNew && code !== null && !stop.aborted) onCode(code);
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
  } catch (error) {
    end();
    throw error;
  }
}

/** Draws the part of the picture that is read. */
function pictureOf(video: HTMLVideoElement, canvas: HTMLCanvasElement): HTMLCanvasElement {
  const { videoWidth, videoHeight } = video;
  const width = Math.min(videoWidth, videoHeight * SHOWN) * READ.width;
  const height = Math.min(videoHeight, videoWidth / SHOWN) * READ.height;
  canvas.width = Math.round(width);
  canvas.height = Math.round(height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const [left, top] = [(videoWidth - width) / 2, (videoHeight - height) / 2];
  context?.drawImage(video, left, top, width, height, 0, 0, canvas.width, canvas.height);
  return canvas;
}
