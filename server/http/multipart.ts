import busboy from 'busboy'
import type { Readable } from 'node:stream'
import { maxFilesPerForm } from '#server/rules/sharing/options.ts'
import { Problem } from '#server/rules/problems.ts'
import { searchNatively } from './boundary-search.ts'
import { DrainWatch, isOver, maxLingering, over, type DrainLimits } from './listening/drain.ts'

export type IncomingFile = { fileName: string; mediaType: string }

export type MultipartOptions<Value> = {
  /**
   * Takes one file; called one file after the other, with the fields that came before it. Its answer goes
   * into the form's files. A Problem it throws ends up in `problem`; any other error is thrown on.
   */
  onFile(field: string, file: IncomingFile, stream: Readable, fieldsSoFar: URLSearchParams): Promise<Value>
  /**
   * Which failures concern one file alone: the others are still taken. None, unless told. `leftBytes` is how much of the
   * form is still to come, as far as its head says.
   */
  isOfOneFile?(problem: Problem, leftBytes: number): boolean
  /** The field without which no file is taken; null where something else proves who sends it. */
  tokenField?: string | null
  maxFields?: number
  maxFieldBytes?: number
  /** Of all fields together. */
  maxFormBytes?: number
  maxFiles?: number
  /** What is still read of a refused file, to come to what follows it. */
  pastLimits?: DrainLimits
  /** What is still read after a failure, so that the client comes to read the answer. */
  drainLimits?: DrainLimits
}

export type MultipartForm<Value> = {
  fields: URLSearchParams
  files: { field: string; fileName: string; value: Value }[]
  /** Files that were refused while the rest went on. */
  refused: { field: string; fileName: string; problem: Problem }[]
  /** What went wrong, the first only: uploadBroken, badForm, tooManyFiles, bodyTooLarge, formExpired, or what onFile threw. */
  problem: Problem | null
}

const defaults = {
  tokenField: 'token',
  // Two for each file that was sent ahead with its folder (maxFilesInFolders), and the rest of the form.
  maxFields: 500,
  maxFieldBytes: 128 * 1024,
  maxFormBytes: 1024 * 1024,
  maxFiles: maxFilesPerForm,
  isOfOneFile: () => false,
  pastLimits: { bytes: 128 * 1024 * 1024, milliseconds: 10_000 },
  drainLimits: { bytes: maxLingering, milliseconds: 10_000 },
}

/**
 * Reads a multipart form as it arrives. Expected failures are in the answer's `problem`, beside the fields
 * that were read, so that the form can come back filled. Never leaves a rejection that no one handles.
 */
export async function readMultipart<Value>(
  incoming: Readable,
  headers: Headers,
  options: MultipartOptions<Value>,
): Promise<MultipartForm<Value>> {
  return new FormReading(incoming, headers, options).read()
}

class FormReading<Value> {
  readonly #incoming: Readable
  readonly #headers: Headers
  readonly #options: Required<MultipartOptions<Value>>
  readonly #form: MultipartForm<Value> = {
    fields: new URLSearchParams(),
    files: [],
    refused: [],
    problem: null,
  }
  #formBytes = 0
  #bytesRead = 0
  /** The files, one after the other. Never rejects. */
  #turn: Promise<void> = Promise.resolve()
  #unexpected: { error: unknown } | null = null
  #parser: busboy.Busboy | null = null
  #drain: DrainWatch | null = null
  #isStopped = false
  readonly #stopped = Promise.withResolvers<void>()

  constructor(incoming: Readable, headers: Headers, options: MultipartOptions<Value>) {
    this.#incoming = incoming
    this.#headers = headers
    this.#options = { ...defaults, ...options }
  }

  async read(): Promise<MultipartForm<Value>> {
    this.#incoming.on('error', () => undefined)
    // A client that stops sending gets an answer, instead of being cut off.
    this.#incoming.once('timeout', () => {
      this.#fail(new Problem('uploadBroken'))
      this.#stop()
    })
    await Promise.race([this.#parsed(), this.#stopped.promise])
    await this.#turn
    if (this.#form.problem && !this.#isStopped && !isOver(this.#incoming)) {
      this.#incoming.resume()
      await Promise.race([over(this.#incoming), this.#stopped.promise])
    }
    this.#drain?.end()
    if (this.#unexpected) throw this.#unexpected.error
    return this.#form
  }

  #parsed(): Promise<void> {
    return new Promise((resolve) => {
      const parser = this.#makeParser()
      if (!parser) return resolve()
      this.#parser = parser
      parser.on('error', (error) => {
        this.#fail(parserProblem(error))
        // busboy reports a malformed part header without closing.
        this.#stopParsing()
      })
      parser.on('close', resolve)
      parser.on('field', (name, value, info) => this.#field(name, value, info.valueTruncated))
      parser.on('fieldsLimit', () => this.#fail(new Problem('bodyTooLarge')))
      parser.on('filesLimit', () => {
        // In its turn: the files before are taken all the same.
        this.#turn = this.#turn.then(() => this.#fail(new Problem('tooManyFiles')))
      })
      parser.on('file', (name, stream, info) => {
        // At once: a stream may fail before its turn comes.
        stream.on('error', () => undefined)
        const fieldsSoFar = new URLSearchParams(this.#form.fields)
        this.#turn = this.#turn.then(() => this.#file(name ?? '', stream, info, fieldsSoFar))
      })
      const leave = (): void =>
        void (this.#incoming.readableEnded || parser.destroy(new Error('The client left')))
      this.#incoming.once('close', leave)
      if (this.#incoming.destroyed) return leave()
      this.#incoming.on('data', (chunk: Buffer) => (this.#bytesRead += chunk.length))
      this.#incoming.pipe(parser)
    })
  }

  #makeParser(): busboy.Busboy | null {
    const { maxFields, maxFieldBytes, maxFiles } = this.#options
    try {
      const parser = busboy({
        headers: { 'content-type': this.#headers.get('content-type') ?? '' },
        defParamCharset: 'utf8',
        preservePath: true,
        highWaterMark: 64 * 1024,
        fileHwm: 64 * 1024,
        limits: { fields: maxFields, fieldSize: maxFieldBytes, files: maxFiles, parts: maxFields + maxFiles },
      })
      return searchNatively(parser)
    } catch {
      this.#fail(new Problem('badForm'))
      return null
    }
  }

  #field(name: string | undefined, value: string, isTruncated: boolean): void {
    this.#formBytes += (name ?? '').length + value.length
    if (isTruncated || this.#formBytes > this.#options.maxFormBytes) this.#fail(new Problem('bodyTooLarge'))
    else if (name) this.#form.fields.append(name, value)
  }

  async #file(
    field: string,
    stream: Readable,
    info: busboy.FileInfo,
    fieldsSoFar: URLSearchParams,
  ): Promise<void> {
    const fileName = lastSegment(info.filename ?? '')
    try {
      if (this.#form.problem || (fileName === '' && (await isEmpty(stream)))) return
      const { tokenField } = this.#options
      if (tokenField !== null && !fieldsSoFar.has(tokenField)) throw new Problem('formExpired')
      const file = { fileName, mediaType: info.mimeType }
      const value = await this.#options.onFile(field, file, stream, fieldsSoFar)
      this.#form.files.push({ field, fileName, value })
    } catch (error) {
      if (error instanceof Problem && this.#options.isOfOneFile(error, this.#left())) {
        this.#form.refused.push({ field, fileName, problem: error })
        this.#readPast(stream, error)
      } else if (error instanceof Problem) this.#fail(error)
      // What fails because the body ended too early is no fault of the one who was reading it.
      else if (this.#parser?.errored) this.#fail(new Problem('uploadBroken'))
      else this.#failUnexpectedly(error)
    } finally {
      // The form goes on after the file only when the file was read to its end.
      if (stream.destroyed && !stream.readableEnded) this.#stopParsing()
      else stream.resume()
    }
  }

  #failUnexpectedly(error: unknown): void {
    this.#unexpected ??= { error }
    this.#fail(new Problem('unexpected'))
  }

  /** Reads what is left of a refused file, within bounds, to come to what follows it. */
  #readPast(stream: Readable, problem: Problem): void {
    if (isOver(stream)) return
    const watch = new DrainWatch(stream, this.#options.pastLimits, () => {
      this.#fail(problem)
      this.#stop()
    })
    void over(stream).then(() => watch.end())
  }

  /** Notes the problem; from here on the rest of the form is read within bounds only, and not at all where it is longer. */
  #fail(problem: Problem): void {
    if (this.#form.problem) return
    this.#form.problem = problem
    if (this.#left() > this.#options.drainLimits.bytes) return this.#stop()
    this.#drain = new DrainWatch(this.#incoming, this.#options.drainLimits, () => this.#stop())
  }

  /** Bytes that are still to come, as far as the head of the request says. */
  #left(): number {
    return Number(this.#headers.get('content-length') ?? 0) - this.#bytesRead
  }

  #stopParsing(): void {
    if (!this.#parser || this.#parser.destroyed) return
    this.#incoming.unpipe(this.#parser)
    this.#parser.destroy()
  }

  /** Stops reading permanently; the connection must be closed after the answer. */
  #stop(): void {
    this.#isStopped = true
    this.#stopParsing()
    this.#drain?.end()
    this.#incoming.pause()
    this.#stopped.resolve()
  }
}

function parserProblem(error: unknown): Problem {
  return new Problem(
    error instanceof Error && error.message === 'Malformed part header' ? 'badForm' : 'uploadBroken',
  )
}

/** lynx, edbrowse and old Windows browsers send the whole path of the file. */
function lastSegment(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).normalize('NFC')
}

/** A file input in which nothing was chosen comes as a file without name and without bytes. */
function isEmpty(stream: Readable): Promise<boolean> {
  return new Promise((resolve) => {
    // A client that left while the file waited its turn has left nothing to read.
    if (stream.destroyed) return resolve(true)
    for (const event of ['end', 'error', 'close']) stream.once(event, () => resolve(true))
    stream.once('readable', () => {
      const chunk: Buffer | null = stream.read()
      if (chunk) stream.unshift(chunk)
      resolve(chunk === null)
    })
  })
}
