// Makes a clone ready to start or to test: packages, build, and with --with-browser a Chromium.
// Runs before anything is installed, on any Node from 20 on: no packages, no TypeScript.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const ownCommands = path.join(root, 'node_modules', '.bin')
const packagesStamp = path.join(root, 'node_modules', '.strongroom-lock')
const buildStamp = path.join(root, 'build', 'stamp')
// Not in a folder that npm or the build empties while it is held.
const lock = path.join(root, '.prepare.lock')

/** What the build is made from; tests and these preparations are not part of it. */
const buildInputs = ['app', 'server', 'public', 'remix.config.js', 'tsconfig.json', 'package-lock.json']
const notBuilt = /\.test\.tsx?$|^server[/\\](prepare|run-command)\.mjs$/

class CannotPrepare extends Error {}

export async function prepare({ withBuild = true, withBrowser = false } = {}) {
  if (!packagesAreFresh() || (withBuild && !buildIsFresh())) {
    const release = await takeLock()
    try {
      if (!packagesAreFresh()) await installPackages()
      if (withBuild && !buildIsFresh()) await build()
    } finally {
      release()
    }
  }
  if (withBrowser && !(await findBrowser())) await installBrowser()
}

// Packages

function packagesAreFresh() {
  const wanted = hashOf(['package-lock.json'])
  if (readText(packagesStamp) === wanted) return true
  if (!installedByHand()) return false
  writeFileSync(packagesStamp, wanted)
  return true
}

/** Whether npm itself says that it installed just these versions, as after `npm ci` typed by hand. */
function installedByHand() {
  const installed = readText(path.join(root, 'node_modules', '.package-lock.json'))
  if (!installed) return false
  const has = JSON.parse(installed).packages
  const wants = JSON.parse(readText(path.join(root, 'package-lock.json'))).packages
  return Object.entries(wants).every(
    ([name, entry]) =>
      name === '' || (has[name] ? has[name].version === entry.version : entry.optional || entry.devOptional),
  )
}

async function installPackages() {
  await step(
    'Installing packages',
    'npm',
    ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      NODE_ENV: undefined,
      PATH: pathWithoutOwnCommands(),
    },
  )
  const runtime = await output(path.join(ownCommands, 'node'), ['--version'])
  if (!runtime && Number(process.versions.node.split('.')[0]) < 22) {
    throw new CannotPrepare(
      `Node ${process.versions.node} is too old to run Strongroom, and the npm package that brings a newer one did not install its binary. Allow install scripts (npm config set ignore-scripts false), or install Node 24.`,
    )
  }
  writeFileSync(packagesStamp, hashOf(['package-lock.json']))
}

/** npm must not run on the Node inside the folder that it is about to replace. */
function pathWithoutOwnCommands() {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return folders.filter((folder) => folder !== ownCommands).join(path.delimiter)
}

// Build

function buildIsFresh() {
  return (
    readText(buildStamp) === hashOf(buildInputs) && existsSync(path.join(root, 'build', 'server', 'index.js'))
  )
}

async function build() {
  const made = hashOf(buildInputs)
  rmSync(buildStamp, { force: true })
  await step('Building', 'npm', ['run', 'build', '--loglevel=error'], { NODE_ENV: 'production' })
  writeFileSync(buildStamp, made)
}

/** One hash over names and contents, in an order that is the same everywhere. */
function hashOf(inputs) {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap(filesUnder).sort()) {
    hash.update(`${file}\0`)
    hash.update(
      createHash('sha256')
        .update(readFileSync(path.join(root, file)))
        .digest(),
    )
  }
  return hash.digest('hex')
}

function filesUnder(name) {
  const found = statSync(path.join(root, name), { throwIfNoEntry: false })
  if (!found || notBuilt.test(name)) return []
  if (!found.isDirectory()) return [name]
  return readdirSync(path.join(root, name)).flatMap((entry) => filesUnder(path.join(name, entry)))
}

// Browser

// The one without a desktop first: it takes a third less time for the same tests.
const ofSystem = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** The Chromium that browser tests run in, or null. */
export async function findBrowser() {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (existsSync(named)) return named
    throw new CannotPrepare(`CHROMIUM_PATH names ${named}, and there is no such file.`)
  }
  return ofSystem.find((file) => existsSync(file)) ?? (await downloadedBrowser())
}

async function downloadedBrowser() {
  const entry = path.join(root, 'node_modules', 'playwright-core', 'index.mjs')
  if (!existsSync(entry)) return null
  const { chromium } = await import(pathToFileURL(entry).href)
  const file = chromium.executablePath()
  return file && existsSync(file) ? file : null
}

async function installBrowser() {
  if (await canReach('https://cdn.playwright.dev/')) {
    await attempt('Downloading Chromium by Playwright', process.execPath, [
      path.join(root, 'node_modules', 'playwright-core', 'cli.js'),
      'install',
      'chromium',
    ])
    const downloaded = await downloadedBrowser()
    if (downloaded && (await output(downloaded, ['--version']))) return
    if (downloaded) rmSync(path.dirname(path.dirname(downloaded)), { recursive: true, force: true })
  }
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
    await attempt('Updating the list of Debian packages', 'apt-get', ['update', '-qq'], quiet)
    const packages = ['chromium-headless-shell', 'fonts-liberation']
    await attempt(
      'Installing Chromium by apt-get',
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', ...packages],
      quiet,
    )
  }
  if (await findBrowser()) return
  throw new CannotPrepare(
    'The browser tests cannot run: no Chromium was found and none could be installed. Install one (as root: apt-get install chromium-headless-shell; or: npx playwright install --with-deps chromium), or name one in CHROMIUM_PATH, then start again.',
  )
}

async function canReach(address) {
  if (process.env.HTTPS_PROXY || process.env.https_proxy || process.env.PLAYWRIGHT_DOWNLOAD_HOST) return true
  return fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(5_000) }).then(
    () => true,
    () => false,
  )
}

// One at a time

/** Waits for others who prepare this same folder. A holder that died stops touching its lock and loses it. */
async function takeLock() {
  const mine = `${process.pid} ${process.hrtime.bigint()}`
  for (let isFirst = true; !tryLock(mine); isFirst = false) {
    if (isFirst) console.log('Another start prepares this folder; waiting for it.')
    const heldSince = statSync(lock, { throwIfNoEntry: false })?.mtimeMs
    if (heldSince !== undefined && Date.now() - heldSince > 15_000) breakLock()
    else await new Promise((resolve) => setTimeout(resolve, 250))
  }
  const release = () => readText(lock) === mine && rmSync(lock, { force: true })
  const alive = setInterval(() => existsSync(lock) && utimesSync(lock, new Date(), new Date()), 3_000)
  process.once('exit', release)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  return () => {
    clearInterval(alive)
    release()
  }
}

function tryLock(mine) {
  try {
    writeFileSync(lock, mine, { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** Renaming first: of several who wait, only one can take the dead lock away. */
function breakLock() {
  const aside = `${lock}.${process.pid}`
  try {
    renameSync(lock, aside)
  } catch {
    return
  }
  rmSync(aside, { force: true })
}

// Running commands

/** Runs one step between two lines of progress; what it printed is shown only when it fails. */
async function step(title, command, args, env = {}) {
  const startedAt = Date.now()
  console.log(`${title} ...`)
  const { status, text } = await run(command, args, env)
  const seconds = Math.max(1, Math.round((Date.now() - startedAt) / 1000))
  console.log(`${title}: ${status === 0 ? 'done in' : 'failed after'} ${seconds} s`)
  if (status === 0) return
  process.stdout.write(text)
  throw new CannotPrepare(`This failed: ${command} ${args.join(' ')}`)
}

async function attempt(title, command, args, env) {
  await step(title, command, args, env).catch((error) => {
    if (!(error instanceof CannotPrepare)) throw error
  })
}

async function output(command, args) {
  const { status, text } = await run(command, args)
  return status === 0 ? text.trim() : null
}

function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let text = ''
    child.stdout.on('data', (chunk) => (text += chunk))
    child.stderr.on('data', (chunk) => (text += chunk))
    child.on('error', (error) => resolve({ status: 127, text: `${error.message}\n` }))
    child.on('close', (status) => resolve({ status: status ?? 1, text }))
  })
}

function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const flags = new Set(process.argv.slice(2))
  try {
    await prepare({ withBuild: !flags.has('--packages-only'), withBrowser: flags.has('--with-browser') })
  } catch (error) {
    if (!(error instanceof CannotPrepare)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
