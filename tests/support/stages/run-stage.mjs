import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from './place.mjs'

const progressEvery = 30_000
/** A stage that says nothing for so long hangs: it is ended, with everything that it started. */
const maxSilence = 30 * 60_000

/**
 * Runs one stage, and says now and then how far it is. Answers what it counted, what it printed, and how long it took in
 * milliseconds. A stage may break without a failed test, as when a process dies: that counts as one.
 */
export async function runStage({ name, command, env, count, progress }) {
  const startedAt = Date.now()
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  let text = ''
  const timer = setInterval(() => {
    const done = progress ? (text.match(progress)?.length ?? 0) : 0
    console.log(`  ${name}: ${done > 0 ? `${done} done after ` : ''}${seconds()} s`)
  }, progressEvery)
  const status = await run(command, env(), (chunk) => (text += chunk))
  clearInterval(timer)
  const counted = count(status)
  if (status !== 0 && counted.failed === 0) counted.failed = 1
  return { name, ...counted, text, milliseconds: Date.now() - startedAt }
}

function run([command, ...args], env, onText) {
  return new Promise((resolve) => {
    const child = spawn(path.join(root, 'node_modules', '.bin', command), args, {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    const end = (signal) => child.pid && process.kill(-child.pid, signal)
    const giveUp = () => {
      onText(`\nEnded after ${maxSilence / 60_000} minutes without a word.\n`)
      end('SIGKILL')
    }
    let silence = setTimeout(giveUp, maxSilence)
    const hear = (chunk) => {
      clearTimeout(silence)
      silence = setTimeout(giveUp, maxSilence)
      onText(chunk)
    }
    const interrupt = () => (end('SIGTERM'), process.exit(130))
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, interrupt)
    for (const output of [child.stdout, child.stderr]) output.setEncoding('utf8').on('data', hear)
    child.on('error', (error) => hear(String(error)))
    child.on('close', (status) => {
      clearTimeout(silence)
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, interrupt)
      resolve(status ?? 1)
    })
  })
}
