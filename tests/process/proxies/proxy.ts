import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import tls from 'node:tls'
import { Browser } from '#tests/support/browser/browser.ts'
import { overHttp } from '#tests/support/servers/over-http.ts'
import { answers, freePort } from '#tests/support/servers/ports.ts'
import { root, textOf } from '#tests/support/sources/sources.ts'
import { makeCertificate, type Certificate } from './certificate.ts'

/** What both say while no server answers. */
export const absentText = 'The server is unavailable right now.'

export type ProxyKind = 'nginx' | 'caddy'
type Place = { folder: string; port: number; plainPort: number; backends: string[] } & Certificate
type Command = { args: string[]; env?: Record<string, string> }

/** nginx or Caddy with the file from docs/proxies, at free ports of the loopback, with a certificate of its own. */
export class Proxy {
  /** Where people reach it, `https://localhost:` and its port. */
  readonly origin: string
  readonly plainOrigin: string
  readonly plainLeadsTo: string
  readonly #place: Place
  readonly #pid: number
  readonly #stop: () => Promise<void>
  /** What every answer to one of its browsers set, as it came over the line. */
  readonly setCookies: string[] = []

  private constructor(kind: ProxyKind, place: Place, pid: number, stop: () => Promise<void>) {
    this.#pid = pid
    this.#place = place
    this.#stop = stop
    this.origin = `https://localhost:${place.port}`
    this.plainOrigin = `http://localhost:${place.plainPort}`
    // Caddy takes a port other than 443 for one that a router hides.
    this.plainLeadsTo = kind === 'caddy' ? 'https://localhost' : this.origin
  }

  /** Starts it over servers at these ports, and waits until it answers. Its certificate is believed from then on. */
  static async start(
    kind: ProxyKind,
    program: string,
    backendPorts: number[],
    options: { port?: number } = {},
  ): Promise<Proxy> {
    const folder = await mkdtemp(path.join(tmpdir(), `strongroom-${kind}-`))
    const certificate = await makeCertificate(folder)
    const [port, plainPort] = [options.port ?? (await freePort()), await freePort()]
    const backends = backendPorts.map((one) => `127.0.0.1:${one}`)
    const place = { folder, port, plainPort, backends, ...certificate }
    const { args, env } = kind === 'nginx' ? await nginx(place) : await caddy(place)
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate.pem])
    const child = spawn(program, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const patience = new AbortController()
    const ended = once(child, 'close').then(() => {
      patience.abort()
      throw new Error(`${kind} ended:\n${said}`)
    })
    ended.catch(() => undefined)
    await Promise.race([ended, answers(`https://localhost:${port}/`, patience.signal)])
    return new Proxy(kind, place, child.pid!, async () => {
      child.kill('SIGTERM')
      await ended.catch(() => undefined)
      await rm(folder, { recursive: true, force: true })
    })
  }

  /** What it keeps of uploads and downloads now; also what it holds open after taking away the name. */
  kept(): string[] {
    const folder = path.join(this.#place.folder, 'kept')
    const named = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
    return [...named, ...openFiles(this.#pid).filter((file) => file.startsWith(folder))]
  }

  /** A person at a browser, who sends these headers with everything. */
  browser(headers: Record<string, string> = {}): Browser {
    const handle = async (request: Request) => {
      for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
      const response = await overHttp(request)
      this.setCookies.push(...response.headers.getSetCookie())
      return response
    }
    return new Browser({ handle, now: Date.now }, { origin: this.origin })
  }

  stop(): Promise<void> {
    return this.#stop()
  }
}

/** What Linux says of the files that a process holds; elsewhere nothing. */
function openFiles(pid: number): string[] {
  const folder = `/proc/${pid}/fd`
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((handle) => {
    try {
      return [readlinkSync(path.join(folder, handle))]
    } catch {
      // Closed since it was listed.
      return []
    }
  })
}

/** The documented file with ports, names and paths of this machine, in the http block that a distribution brings. */
async function nginx({ folder, port, plainPort, backends, ...files }: Place): Promise<Command> {
  const server = 'server 127.0.0.1:3000 max_fails=1 fail_timeout=10s;'
  const changes: [string, string][] = [
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['https://files.example.com$', `https://localhost:${port}$`],
    ['server_name files.example.com', 'server_name localhost'],
    ['/etc/ssl/strongroom/fullchain.pem', files.certificateFile],
    ['/etc/ssl/strongroom/privkey.pem', files.keyFile],
    [server, backends.map((backend) => server.replace('127.0.0.1:3000', backend)).join('\n    ')],
  ]
  let text = textOf('docs/proxies/nginx.conf')
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`docs/proxies/nginx.conf does not say: ${from}`)
    text = text.replaceAll(from, to)
  }
  const kept = path.join(folder, 'kept')
  await mkdir(kept)
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${kept}/${name};`,
  )
  await writeFile(path.join(folder, 'strongroom.conf'), text)
  await writeFile(
    path.join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr;
events {}
http { access_log off; ${folders.join(' ')} include ${folder}/strongroom.conf; }
`,
  )
  return { args: ['-c', path.join(folder, 'nginx.conf'), '-p', folder] }
}

/** The documented file as it is; what is this machine's comes by variables and the options before it. */
async function caddy({ folder, port, plainPort, backends, ...files }: Place): Promise<Command> {
  const kept = path.join(folder, 'kept')
  await mkdir(kept)
  const file = path.join(folder, 'Caddyfile')
  await writeFile(
    file,
    `{
	admin off
	skip_install_trust
	http_port ${plainPort}
	https_port ${port}
	default_bind 127.0.0.1
}
import ${path.join(root, 'docs/proxies/Caddyfile')}
`,
  )
  const env = {
    PROXY_SITE: 'localhost',
    PROXY_TLS: `tls ${files.certificateFile} ${files.keyFile}`,
    PROXY_SERVERS: backends.join(' '),
    TMPDIR: kept,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  }
  return { args: ['run', '--config', file, '--adapter', 'caddyfile'], env }
}
