/** The tones of each signal: the frequency in hertz, the start and the length in seconds. */
const TONES = {
  right: [[1320, 0, 0.12]],
  wrong: [
    [220, 0, 0.22],
    [220, 0.3, 0.22],
  ],
} as const;
const SHAKES_MS = { right: 60, wrong: [140, 80, 140] } as const;

let sound: AudioContext | null = null;

/** Tells by sound and vibration whether a scanned parcel is right, so that nobody must look at the screen. */
export function signal(kind: keyof typeof TONES): void {
  // Browsers refuse both before somebody has touched the page or pressed a key.
  if (!navigator.userActivation?.hasBeenActive) return;
  navigator.vibrate?.(SHAKES_MS[kind] as number | number[]);
  sound ??= new AudioContext();
  void sound.resume();
  for (const [frequency, start, length] of TONES[kind]) {
    const tone = sound.createOscillator();
    const volume = sound.createGain();
    tone.frequency.value = frequency;
    volume.gain.value = 0.2;
    tone.connect(volume).connect(sound.destination);
    tone.start(sound.currentTime + start);
    tone.stop(sound.currentTime + start + length);
  }
}
