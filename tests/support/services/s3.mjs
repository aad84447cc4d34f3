// A real S3 server for tests: Ceph's RGW with one monitor and one disk, on the loopback, all of it in one folder.
// Debian packages: ceph-mon, ceph-osd, radosgw (they bring ceph-base and ceph-common).
import { execFile, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { programOf } from '#tests/support/servers/program.ts'

const run = promisify(execFile)
const programs = ['ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'ceph', 'ceph-authtool', 'monmaptool']
const bucket = 'strongroom-test'
const patience = 60_000

/**
 * Starts the server in a folder of the caller's (made if need be, left to the caller) and makes a user and a bucket.
 * Answers the TEST_S3_ variables and how to stop it, or null where the programs are not installed. Takes about 15 s.
 */
export async function startS3(folder) {
  if (!programs.every(programOf)) return null
  const place = path.resolve(folder)
  const keys = {
    accessKeyId: randomBytes(10).toString('hex'),
    secretAccessKey: randomBytes(20).toString('hex'),
  }
  const [monitorPort, port] = await freePorts(2)
  const daemons = new Daemons(place)
  try {
    await prepare(place, monitorPort, port)
    await startCluster(place, daemons)
    daemons.start('radosgw', ['-n', 'client.rgw', '--keyring', path.join(place, 'keyring')])
    const endpoint = `http://127.0.0.1:${port}`
    await untilItAnswers(endpoint, daemons)
    await makeUser(place, keys)
    const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials: keys })
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
    client.destroy()
    const env = {
      TEST_S3_ENDPOINT: endpoint,
      TEST_S3_BUCKET: bucket,
      TEST_S3_ACCESS_KEY_ID: keys.accessKeyId,
      TEST_S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    }
    return { env, stop: () => daemons.stop() }
  } catch (error) {
    await daemons.stop()
    throw new Error(`The S3 server for tests did not start: ${error.message}\n${await daemons.lastWords()}`, {
      cause: error,
    })
  }
}

/** Ports that were free a moment ago: several such servers may run. */
async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer())
  const ports = []
  for (const server of servers) {
    await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
    ports.push(server.address().port)
  }
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

async function prepare(place, monitorPort, port) {
  await mkdir(path.join(place, 'log'), { recursive: true })
  await mkdir(path.join(place, 'osd.0'), { recursive: true })
  const id = randomUUID()
  const monitor = `[v2:127.0.0.1:${monitorPort}]`
  await writeFile(path.join(place, 'ceph.conf'), settings(place, id, monitor, port), { mode: 0o600 })
  const keyring = path.join(place, 'keyring')
  const mayAll = ['--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *']
  for (const [name, ...may] of [
    ['mon.', '--cap', 'mon', 'allow *'],
    ['client.admin', ...mayAll, '--cap', 'mgr', 'allow *'],
    ['client.rgw', ...mayAll],
    ['osd.0', '--cap', 'mon', 'allow profile osd', '--cap', 'osd', 'allow *'],
  ]) {
    const first = name === 'mon.' ? ['--create-keyring'] : []
    await ceph(place, 'ceph-authtool', [...first, keyring, '--gen-key', '-n', name, ...may])
  }
  const map = path.join(place, 'monmap')
  await ceph(place, 'monmaptool', ['--create', '--fsid', id, '--addv', 'a', monitor, map])
  await ceph(place, 'ceph-mon', ['-i', 'a', '--mkfs', '--monmap', map, '--keyring', keyring])
}

function settings(place, id, monitor, port) {
  return `[global]
fsid = ${id}
mon host = ${monitor}
public addr = 127.0.0.1
public network = 127.0.0.0/8
cluster network = 127.0.0.0/8
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pgp num = 8
osd crush chooseleaf type = 0
mon allow pool size one = true
mon warn on pool no redundancy = false
mon data avail crit = 1
mon data avail warn = 1
run dir = ${place}
admin socket =
pid file =
log file = ${place}/log/$name.log
crash dir = ${place}/log
keyring = ${place}/keyring
mon data = ${place}/mon.$id
osd data = ${place}/osd.$id
osd objectstore = bluestore
osd memory target = 939524096
bluestore block size = 10737418240
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw crypt require ssl = false
rgw crypt default encryption key = ${randomBytes(32).toString('base64')}
rgw enable usage log = false
rgw gc obj min wait = 0
rgw gc processor period = 5
rgw gc processor max time = 5
rgw thread pool size = 64
`
}

async function startCluster(place, daemons) {
  daemons.start('ceph-mon', ['-i', 'a'])
  const disk = randomUUID()
  // Waits for the monitor.
  await ceph(place, 'ceph', ['--connect-timeout', '30', 'osd', 'new', disk])
  await ceph(place, 'ceph-osd', ['-i', '0', '--mkfs', '--osd-uuid', disk])
  daemons.start('ceph-osd', ['-i', '0'])
}

async function makeUser(place, { accessKeyId, secretAccessKey }) {
  const keys = [`--access-key=${accessKeyId}`, `--secret-key=${secretAccessKey}`]
  const user = ['user', 'create', '--uid=test', '--display-name=test', ...keys]
  await ceph(place, 'radosgw-admin', ['-n', 'client.rgw', ...user])
}

async function ceph(place, program, options) {
  const env = { ...process.env, CEPH_CONF: path.join(place, 'ceph.conf') }
  await run(program, options, { env, cwd: place, timeout: patience, killSignal: 'SIGKILL' })
}

async function untilItAnswers(endpoint, daemons) {
  const end = Date.now() + patience
  while (Date.now() < end) {
    if (daemons.fallen) throw new Error(`${daemons.fallen} ended`)
    const answer = await fetch(endpoint).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.ok) return
    await wait(100)
  }
  throw new Error(`${endpoint} did not answer within ${patience / 1000} s`)
}

/** The processes that were started, none of which outlives this one, however it ends. */
class Daemons {
  fallen = null
  #place
  #children = new Set()
  #isStopping = false

  constructor(place) {
    this.#place = place
    process.on('exit', this.#kill)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, this.#onSignal)
  }

  /** In the foreground, as a child of this process. */
  start(program, options) {
    const env = { ...process.env, CEPH_CONF: path.join(this.#place, 'ceph.conf') }
    const child = spawn(program, ['-f', ...options], { env, cwd: this.#place, stdio: 'ignore' })
    this.#children.add(child)
    const onEnd = () => {
      this.#children.delete(child)
      if (!this.#isStopping) this.fallen ??= program
    }
    child.once('error', onEnd)
    child.once('exit', onEnd)
  }

  async stop() {
    this.#isStopping = true
    const ended = [...this.#children].map((child) => new Promise((resolve) => child.once('exit', resolve)))
    for (const child of this.#children) child.kill('SIGTERM')
    const patient = setTimeout(this.#kill, 3000)
    await Promise.all(ended)
    clearTimeout(patient)
    process.off('exit', this.#kill)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, this.#onSignal)
  }

  async lastWords() {
    const logs = ['mon.a', 'osd.0', 'client.rgw'].map((name) => path.join(this.#place, 'log', `${name}.log`))
    const texts = await Promise.all(logs.map((file) => readFile(file, 'utf8').catch(() => '')))
    return texts.flatMap((text) => text.trimEnd().split('\n').slice(-5)).join('\n')
  }

  #kill = () => {
    for (const child of this.#children) child.kill('SIGKILL')
  }

  #onSignal = (signal) => {
    this.#kill()
    process.off(signal, this.#onSignal)
    // No one else minds the signal: it ends this process as it would have without us.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  }
}
