import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { programFolder, workerEntry } from '#server/packaged.ts'
import { fontConfigFile } from '#server/rendering/pdf/font-config.ts'
import { cpuTimeOf, cpuTimeOfThread, type CpuTime } from './time-limit.ts'
import type { WorkerReply, WorkerRequest } from './worker-messages.ts'

const MAX_SCRIPT_HEAP_MB = 512
/** How much memory a process can use, not counting code and shared libraries: the largest image needs a third of it. */
const MAX_PROCESS_BYTES = 1_500_000_000
const PRLIMIT = '/usr/bin/prlimit'

/** Something that runs a worker's entry: a thread of this process, or a separate process. */
export type Carrier = {
  post: (request: WorkerRequest, transfer: ArrayBuffer[]) => void
  /** While it works this process waits for it; when idle it must not keep this process alive. */
  ref: () => void
  unref: () => void
  cpuTime: CpuTime
  end: () => Promise<void>
}

export type Carried = {
  onReply: (reply: WorkerReply) => void
  onLost: (message: string, isMemory: boolean) => void
}

export function startThread(entry: string, pdfium: WebAssembly.Module | null, carried: Carried): Carrier {
  const worker = new Worker(workerEntry(entry), {
    workerData: { pdfium },
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MAX_SCRIPT_HEAP_MB },
  })
  worker.on('message', carried.onReply)
  worker.on('error', (error: NodeJS.ErrnoException) =>
    carried.onLost(error.message, error.code === 'ERR_WORKER_OUT_OF_MEMORY'),
  )
  worker.on('exit', (code) => carried.onLost(`the worker ended with ${code}`, false))
  return {
    post: (request, transfer) => worker.postMessage(request, transfer),
    ref: () => worker.ref(),
    unref: () => worker.unref(),
    cpuTime: () => cpuTimeOfThread(worker),
    end: () => worker.terminate().then(() => undefined),
  }
}

/**
 * A process without this one's environment, which can read the program and nothing else, write nothing, and start
 * nothing. A fault in native code there affects only that process.
 */
export function startProcess(entry: string, { onReply, onLost }: Carried): Carrier {
  const fonts = fontConfigFile()
  // Where the fonts are is not a secret, and text cannot be drawn without.
  const environment = fonts === null ? {} : { FONTCONFIG_FILE: fonts }
  const [command = '', ...given] = commandFor(fileURLToPath(workerEntry(entry)))
  const child: ChildProcess = spawn(command, given, {
    env: environment as NodeJS.ProcessEnv,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    cwd: '/',
  })
  const ended = new Promise<void>((resolve) => {
    child.on('exit', () => resolve())
    child.on('error', () => resolve())
  })
  child.on('message', (reply) => onReply(reply as WorkerReply))
  child.on('error', (error) => onLost(error.message, false))
  child.on('exit', (code, signal) => onLost(`the process ended with ${signal ?? code}`, signal === 'SIGABRT'))
  return {
    post: (request) => child.send(request, (error) => error && onLost(error.message, false)),
    ref: () => {
      child.ref()
      child.channel?.ref()
    },
    unref: () => {
      child.unref()
      child.channel?.unref()
    },
    cpuTime: async () => (child.pid === undefined ? null : cpuTimeOf(child.pid)),
    end: () => {
      child.kill('SIGKILL')
      return ended
    },
  }
}

function commandFor(entry: string): string[] {
  const node = [
    process.execPath,
    `--max-old-space-size=${MAX_SCRIPT_HEAP_MB}`,
    '--permission',
    '--allow-addons',
    `--allow-fs-read=${programFolder}`,
    '--no-warnings',
    entry,
  ]
  return existsSync(PRLIMIT) ? [PRLIMIT, `--data=${MAX_PROCESS_BYTES}`, '--core=0', '--', ...node] : node
}
