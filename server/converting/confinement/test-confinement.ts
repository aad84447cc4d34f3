import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { png } from '#tests/support/files/documents.ts'
import { film } from '#tests/support/files/media.ts'
import { programOf } from '#tests/support/servers/program.ts'
import { Confining, findConfinement, systemPath, type Confinement } from './confinement.ts'
import type { ConfinementKind } from './confinement.ts'
import { MediaProcesses } from '#server/converting/media/media-process.ts'
import { linesOf } from '#server/converting/office/office-macro.ts'
import { OfficeProcess } from '#server/converting/office/office-process.ts'
import { writeProfile } from '#server/converting/office/office-profile.ts'
import { openDocument } from '#server/converting/packages/test-documents.ts'

// What each confinement alone prevents: nothing else confines what is started here.

const plenty = { memory: 2_000_000_000, cpuSeconds: 60, fileBytes: 1_000_000_000 }
const soffice = '/usr/lib/libreoffice/program/soffice.bin'
/** Not a folder in memory, where other tests may keep theirs: that a program sees nothing there is tested here. */
const temporary = '/tmp'

let confinement: Confinement
let folder: string
let own: string
/** An image of another person, beside the program's own folder. */
let canary: string
/** A folder of someone else in the system's temporary folder. */
let marker: string

type Ended = { code: number | null; signal: NodeJS.Signals | null; output: string }

/** Runs a line of a shell, confined to its own folder. */
async function inside(line: string): Promise<Ended> {
  const [program, ...rest] = [...confinement.before(plenty, { own, reads: [] }), 'sh', '-c', line]
  const env = Object.assign(Object.create(null), { PATH: systemPath })
  const child = spawn(program!, rest, { cwd: own, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const channel of [child.stdout, child.stderr]) channel.on('data', (chunk) => (output += String(chunk)))
  const [code, signal] = await once(child, 'close')
  return { code, signal, output }
}

/** A slide with pictures that are not in the document. */
function linking(...targets: string[]): Buffer {
  const pictures = targets.map(
    (target) =>
      `<draw:frame svg:width="9cm" svg:height="9cm"><draw:image xlink:href="${target}" xlink:type="simple"/></draw:frame>`,
  )
  return openDocument('presentation', `<draw:page draw:name="a">${pictures.join('')}</draw:page>`)
}

/** What LibreOffice makes of a document in its own folder, without any filtering. */
async function madeOf(document: Buffer, by = confinement): Promise<string> {
  const place = await mkdtemp(path.join(folder, 'office-'))
  await writeProfile(path.join(place, 'profile'))
  const source = path.join(place, 'document.odp')
  await writeFile(source, document)
  const options = { program: soffice, folder: place, reads: [], confinement: by, allowance: plenty }
  // After its first start it may end and want to be started again.
  for (let tries = 0; tries < 3; tries++) {
    const process = new OfficeProcess({ ...options, patience: 60_000 })
    try {
      if (!(await process.isReady())) continue
      const made = path.join(place, 'made.pdf')
      const [from, to, findings] = [source, made, path.join(place, 'findings')].map((file) =>
        pathToFileURL(file),
      )
      const job = { source: from!, made: to!, findings: findings!, filter: 'impress8' }
      await process.run(linesOf({ ...job, to: 'pdf', showsChanges: false }))
      return await readFile(made, 'latin1')
    } finally {
      await process.stop()
    }
  }
  throw new Error('LibreOffice does not start')
}

const picture = /\/Subtype\s*\/Image/

/** The messages of the shell's programs for what cannot be seen or used. */
const refused = /Permission denied|No such file or directory|Operation not permitted|Read-only file system/

/** The tests of one kind; its file says what the machine needs for them. */
export function confinementTests(kind: ConfinementKind): void {
  beforeAll(async () => {
    confinement = await findConfinement([kind])
    folder = await mkdtemp(path.join(temporary, 'strongroom-confined-'))
    own = path.join(folder, 'own')
    canary = path.join(folder, 'canary.png')
    marker = await mkdtemp(path.join(temporary, 'strongroom-marker-'))
    await mkdir(own)
    await writeFile(canary, png())
  })
  afterAll(() => Promise.all([folder, marker].map((place) => rm(place, { recursive: true, force: true }))))

  test('is what it is asked for, and lets a program work in its own folder', async () => {
    expect(confinement.kind).toBe(kind)
    expect(await inside('echo one > a && mkdir b && mv a b/c && cat b/c && rm -r b')).toMatchObject({
      code: 0,
      output: 'one\n',
    })
  })

  describe('keeps from a program', () => {
    test.each([
      ['a file of another conversion', () => `cat ${canary}`],
      ['a file of another conversion, up from its own', () => `cat ../canary.png`],
      ['shared memory', () => 'ls /dev/shm'],
      ['the home of the user', () => 'ls /root /home'],
      ['the users of the system', () => 'cat /etc/passwd'],
      ['the environment of the server', () => `cat /proc/${process.pid}/environ`],
      ['the open files of the server', () => `ls /proc/${process.pid}/fd`],
      ['changing a program of the system', () => 'touch /usr/bin/trace'],
      ['links, which deceive who reads what it made', () => `ln -s ${canary} made.pdf`],
      ['pipes, which hold who reads what it made', () => 'mkfifo made.pdf'],
      ['running what it wrote', () => 'cp /usr/bin/true x && ./x'],
      ['namespaces of its own', () => 'unshare --user true'],
    ])('%s', async (_, line) => {
      const ended = await inside(line())
      expect(ended.output).toMatch(refused)
      expect(ended.code).not.toBe(0)
    })

    test('the names of other conversions, and of all that the system keeps for a while', async () => {
      const { output } = await inside(`ls ${folder}; ls /tmp`)
      expect(output).not.toMatch(/canary|office-/)
      expect(await readdir(temporary)).toContain(path.basename(marker))
      expect(output).not.toContain(path.basename(marker))
    })

    test('writing beside its folder', async () => {
      await inside(`touch ${folder}/trace /tmp/${path.basename(marker)}/trace /dev/shm/trace`)
      expect(await readdir(folder)).not.toContain('trace')
      expect(await readdir(marker)).toEqual([])
    })

    test('each network and each socket of someone else', async () => {
      const socket = path.join(own, 'socket')
      const server = createServer().listen(socket)
      await once(server, 'listening')
      const code = (families: string): string =>
        `perl -MSocket -e '${families} and exit 9; print "$!\\n"; exit 0'`
      try {
        expect(await inside(code('socket(S, AF_INET, SOCK_STREAM, 0)'))).toMatchObject({ code: 0 })
        expect(await inside(code('socket(S, AF_INET6, SOCK_DGRAM, 0)'))).toMatchObject({ code: 0 })
        const connecting = 'socket(S, AF_UNIX, SOCK_STREAM, 0) && connect(S, pack_sockaddr_un("socket"))'
        expect(await inside(code(connecting))).toMatchObject({ code: 0 })
      } finally {
        server.close()
      }
    })
  })

  test('a program that ends, or is ended, does so for who started it too', async () => {
    expect(await inside('exit 7')).toMatchObject({ code: 7, signal: null })
    expect(await inside('kill -XCPU $$')).toMatchObject({ code: null, signal: 'SIGXCPU' })
  })

  test('LibreOffice shows no picture by its path, and none of its neighbours', async () => {
    const document = linking(`file://${canary}`, `file://localhost${canary}`, '../../canary.png')
    const made = await madeOf(document)
    expect(made.slice(0, 5)).toBe('%PDF-')
    expect(made).not.toMatch(picture)
    // Unconfined it shows the image: there was something to prevent.
    expect(await madeOf(document, await findConfinement([]))).toMatch(picture)
  })

  test('LibreOffice is not held up by what never ends', async () => {
    const pipe = path.join(folder, 'pipe')
    await once(spawn('mkfifo', [pipe]), 'exit')
    const targets = [pipe, '/dev/zero', '/dev/urandom', `/proc/${process.pid}/fd/0`]
    expect((await madeOf(linking(...targets.map((target) => `file://${target}`)))).slice(0, 5)).toBe('%PDF-')
  })

  test('ffmpeg reads a film of its own folder and none beside', async () => {
    const processes = new MediaProcesses(new Confining({ find: async () => confinement }))
    const program = programOf('ffmpeg')!
    const allowance = { ...plenty, wall: 60_000 }
    const beside = path.join(folder, 'beside.avi')
    const [place] = await Promise.all([
      mkdtemp(path.join(folder, 'media-')),
      writeFile(beside, await film('avi')),
    ])
    await writeFile(path.join(place, 'in'), await readFile(beside))
    const fileAccess = { own: place, reads: [], allowance }
    const from = (file: string): Promise<{ code: number | null }> =>
      processes.run(
        [program, '-v', 'error', '-i', file, '-c', 'copy', `${path.basename(file)}.mkv`],
        fileAccess,
      )
    expect(await from('in')).toMatchObject({ code: 0 })
    expect(await from(beside)).not.toMatchObject({ code: 0 })
    expect(await readdir(place)).not.toContain('beside.avi.mkv')
  })
}
