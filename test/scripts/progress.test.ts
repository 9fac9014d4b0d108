import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { formatElapsed, withProgress } from '../../scripts/commands/progress.mjs';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function stream(isTTY: boolean) {
  let said = '';
  const write = (text: string) => {
    said += text;
    return true;
  };
  return { stream: { isTTY, write } as NodeJS.WriteStream, said: () => said };
}

// biome-ignore lint/plugin: its time is fake
const lasting = (milliseconds: number) => () => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('withProgress', () => {
  test('counts seconds on one line of a terminal', async () => {
    const { stream: terminal, said } = stream(true);
    const done = withProgress('Building', lasting(2_500), terminal);
    await vi.advanceTimersByTimeAsync(2_500);
    await done;
    expect(said()).toBe('Building ...\rBuilding ... 1.0 s\rBuilding ... 2.0 s\rBuilding ... done in 2.5 s\n');
  });

  test('adds a line to a log every ten seconds', async () => {
    const { stream: log, said } = stream(false);
    const done = withProgress('Installing', lasting(25_000), log);
    await vi.advanceTimersByTimeAsync(25_000);
    await done;
    expect(said()).toBe(
      'Installing ...\nInstalling ... 10 s\nInstalling ... 20 s\nInstalling ... done in 25 s\n',
    );
  });

  test('ends the line before an error is printed, and stops counting', async () => {
    const { stream: terminal, said } = stream(true);
    const failing = withProgress('Building', () => Promise.reject(new Error('disk')), terminal);
    await expect(failing).rejects.toThrow('disk');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(said()).toBe('Building ...\n');
  });
});

test('elapsed time has a decimal only below ten seconds', () => {
  expect(formatElapsed(0)).toBe('0.0 s');
  expect(formatElapsed(9_940)).toBe('9.9 s');
  expect(formatElapsed(9_960)).toBe('10 s');
  expect(formatElapsed(61_400)).toBe('61 s');
});
