#!/usr/bin/env node
// What `npx strongroom` runs in a checkout: makes it ready as `npm start` does, then runs the command on the
// project's own Node, in the folder where it was typed. Runs before anything is installed, on any Node from 20 on.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const server = path.dirname(fileURLToPath(import.meta.url))
const root = path.dirname(server)
const own = path.join(root, 'node_modules', '.bin', 'node')

// What the preparations say goes to stderr: stdout belongs to the command's answer.
const prepared = spawnSync(process.execPath, [path.join(server, 'prepare.mjs')], { stdio: ['ignore', 2, 2] })
if (prepared.status === 0) runCommand()
else process.exitCode = 1

function runCommand() {
  const node = existsSync(own) ? own : process.execPath
  const command = [path.join(root, 'build', 'server', 'cli.js'), ...process.argv.slice(2)]
  const child = spawn(node, command, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  })
  child.on('exit', (code) => {
    process.exitCode = code ?? 1
  })
}
