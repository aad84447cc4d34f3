import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { Browser } from '../../support/browser.ts'
import { root } from '../../support/sources.ts'

type Child = ChildProcessByStdio<null, Readable, null>

/** `node build/server/index.js` as people run it, in a process of its own that can be killed. */
export class ServerProcess {
  readonly origin: string
  readonly #child: Child

  private constructor(child: Child, origin: string) {
    this.#child = child
    this.origin = origin
  }

  /** Starts over a data folder and waits until it says where it is. */
  static async start(dataDir: string): Promise<ServerProcess> {
    const port = await freePort()
    const origin = `http://localhost:${port}`
    const child: Child = spawn(process.execPath, [path.join(root, 'build/server/index.js')], {
      cwd: dataDir,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        DATA_DIR: dataDir,
        PORT: String(port),
        PUBLIC_URL: origin,
        LOG_LEVEL: 'silent',
        RENDER_WORKERS: '1',
      },
    })
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`The server ended with ${code}`)
    })
    const speaks = once(child.stdout, 'data')
    // It ends by being killed too.
    ended.catch(() => undefined)
    await Promise.race([speaks, ended])
    child.stdout.resume()
    return new ServerProcess(child, origin)
  }

  browser(): Browser {
    const handle = (request: Request) => fetch(request, { redirect: 'manual' })
    return new Browser({ handle, now: Date.now }, { origin: this.origin })
  }

  /** Ends the process as a power cut would. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const gone = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await gone
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
