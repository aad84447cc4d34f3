import { readFileSync, writeFileSync } from 'node:fs'

/** One line of the table: ours beside a floor that was measured in the same run. */
export type Row = {
  what: string
  ours: string
  floor: string
  /** Ours against the floor, or null where only the figure counts. */
  ratio: number | null
  goal: string
  ok: boolean
}

const ticksPerSecond = 100
const mebibyte = 1024 * 1024

/** Seconds of CPU that a process has taken, its threads included. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** Forgets the peak of a process's memory, so that the next peak is that of what comes next. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/** The most memory since the peak was forgotten, in MB of 1024² bytes. */
export function peakMegabytes(pid: number): number {
  return statusField(pid, 'VmHWM') / 1024
}

export function residentMegabytes(pid: number): number {
  return statusField(pid, 'VmRSS') / 1024
}

function statusField(pid: number, name: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1])
}

export function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Runs each thing in turn, several rounds, so that what slows the machine down slows all of them. */
export async function alternate<Measured>(
  rounds: number,
  things: Record<string, () => Promise<Measured>>,
): Promise<Record<string, Measured[]>> {
  const measured: Record<string, Measured[]> = {}
  for (let round = 0; round < rounds; round++) {
    const names = Object.keys(things)
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const list = (measured[name] ??= [])
      list.push(await things[name]!())
    }
  }
  return measured
}

/** What something takes beside its floor, where that is here; `max` is how many times as much it may take, if that is set. */
export function besideFloor(
  what: string,
  ours: number[] = [],
  floors: number[] | undefined,
  max: number | null,
  unit = 'ms',
): Row {
  const taken = median(ours)
  const floor = floors && median(floors)
  const ratio = floor === undefined ? null : taken / floor
  return {
    what,
    ours: figure(taken, unit, 2),
    floor: floor === undefined ? 'not here' : figure(floor, unit, 2),
    ratio,
    goal: max === null ? 'none set' : `≤ ${max}×`,
    ok: max === null || ratio === null || ratio <= max,
  }
}

/** Wall time in seconds and the CPU seconds of a process while something runs. */
export async function timed(
  pid: number,
  work: () => Promise<unknown>,
): Promise<{ seconds: number; cpu: number }> {
  const cpuBefore = cpuSeconds(pid)
  const startedAt = performance.now()
  await work()
  return { seconds: (performance.now() - startedAt) / 1000, cpu: cpuSeconds(pid) - cpuBefore }
}

export function megabytesPerSecond(bytes: number, seconds: number): number {
  return bytes / mebibyte / seconds
}

export function figure(value: number, unit: string, digits = 0): string {
  return `${value.toFixed(digits)} ${unit}`
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
