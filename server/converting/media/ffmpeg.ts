import { createWriteStream, realpathSync } from 'node:fs'
import { lstat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Problem } from '#server/rules/problems.ts'
import type { Log } from '#server/log.ts'
import { Confining } from '#server/converting/confinement/confinement.ts'
import { ConversionFailed } from '#server/converting/conversion-failed.ts'
import { MediaProcesses, type Ended, type MediaAllowance } from './media-process.ts'
import { inWorkFolder } from '#server/converting/confinement/work-folder.ts'

/** This ffmpeg was built without what is needed: no file is at fault. */
export class EncoderMissing extends Error {}

type Deps = {
  /** The path of the program. */
  program: string
  /** Where its work folders are created. */
  folder: string
  log: Log
  /** What confines its processes. */
  confining?: Confining
  allowance?: Partial<MediaAllowance>
  /** Whether the disk under `folder` has space for more; true by default. Never rejects. */
  hasRoom?: () => Promise<boolean>
}

const gibibyte = 1024 ** 3
export const maxMediaBytes = 4 * gibibyte

// A file is given up 15 minutes after its job began; what comes before and after the conversion needs some of them.
const standardAllowance: MediaAllowance = {
  wall: 12 * 60_000,
  cpuSeconds: 40 * 60,
  memory: 4 * gibibyte,
  fileBytes: maxMediaBytes,
}

/**
 * The containers that it may open. None of them refers to other files: playlists (HLS, DASH, concat scripts), lists of
 * images and the like are not among them, whatever a file pretends to be.
 */
const containers = [
  'avi,mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,asf,flv,live_flv,mpeg,mpegts,mpegvideo,m4v,h263,h264,dv,rm,ogg',
  'mp3,aac,ac3,eac3,wav,w64,aiff,amr,au,caf,flac,ape,wv,tta',
].join(',')

/**
 * Video and audio to what every browser plays: MP4 with H.264 and AAC, at most 1080 lines, ready to start playing
 * immediately.
 */
export class Ffmpeg {
  readonly #deps: Deps
  readonly #processes: MediaProcesses

  constructor(deps: Deps) {
    this.#deps = deps
    this.#processes = new MediaProcesses(deps.confining ?? new Confining())
  }

  /**
   * Makes an MP4 file from `bytes`, and has `take` read it at its path until `take` is done. Throws ConversionFailed,
   * EncoderMissing, Problem storageFull, what reading the bytes throws, and what `take` throws.
   */
  async toMp4(
    bytes: AsyncIterable<Uint8Array>,
    take: (file: string, size: number) => Promise<void>,
  ): Promise<void> {
    await inWorkFolder(this.#deps.folder, async (own) => {
      const { hasRoom = async () => true } = this.#deps
      const given = whileRoom(bytes, hasRoom)
      await pipeline(Readable.from(given), createWriteStream(path.join(own, 'in'), { mode: 0o600 }))
      const allowance = { ...standardAllowance, ...this.#deps.allowance }
      const program = realpathSync(this.#deps.program)
      const reads = [path.dirname(program)]
      this.#requireMade(await this.#processes.run([program, ...wishes], { own, reads, allowance, hasRoom }))
      const made = path.join(own, 'out.mp4')
      const found = await lstat(made)
      if (!found.isFile()) throw new ConversionFailed('corrupt', 'no file was made')
      await take(made, found.size)
    })
  }

  /** Ends conversions in progress; the next process repeats their jobs. */
  close(): void {
    this.#processes.close()
  }

  #requireMade({ code, signal, isTimeOver, isRoomOver, output }: Ended): void {
    if (code === 0) return
    if (isRoomOver) throw new Problem('storageFull')
    this.#deps.log.info({ code, signal, output: output.slice(-500) }, 'ffmpeg made nothing of a file')
    // It exits normally, with 255, when its CPU time is used up.
    if (isTimeOver || signal === 'SIGXCPU' || code === 255) throw new ConversionFailed('timeout')
    if (signal === 'SIGXFSZ' || /File too large/.test(output)) throw new ConversionFailed('too large')
    if (/Cannot allocate memory|malloc of size|failed to map segment/.test(output))
      throw new ConversionFailed('memory')
    if (/Unknown encoder/.test(output)) throw new EncoderMissing('This ffmpeg has no H.264 or no AAC encoder')
    // Killed from outside: with this server, or by a system that is out of memory. A retry may succeed.
    if (signal === 'SIGKILL' || signal === 'SIGTERM') throw new Error(`ffmpeg was ended by ${signal}`)
    throw new ConversionFailed('corrupt', `ffmpeg ended with ${code ?? signal}`)
  }
}

/** Bytes are written between two looks at the disk. */
const lookAfter = 4 * 1024 * 1024

/** The same bytes, as long as there is space for them. */
async function* whileRoom(
  bytes: AsyncIterable<Uint8Array>,
  hasRoom: () => Promise<boolean>,
): AsyncGenerator<Uint8Array> {
  let since = lookAfter
  for await (const piece of bytes) {
    if (since >= lookAfter) {
      if (!(await hasRoom())) throw new Problem('storageFull')
      since = 0
    }
    since += piece.length
    yield piece
  }
}

// Within 1920 × 1080, or 1080 × 1920 for portrait; both sides even, as H.264 requires.
const scale = [
  "scale=w='if(gte(iw,ih),min(1920,iw),min(1080,iw))'",
  "h='if(gte(iw,ih),min(1080,ih),min(1920,ih))'",
  'force_original_aspect_ratio=decrease',
  'force_divisible_by=2',
].join(':')

const wishes = [
  '-nostdin -hide_banner -loglevel error -threads 2',
  `-protocol_whitelist file -format_whitelist ${containers} -i in`,
  // The first video (no cover) and the first audio stream; titles, locations and other data are left out.
  '-map 0:V:0? -map 0:a:0? -sn -dn -map_metadata -1 -map_chapters -1',
  `-c:v libx264 -preset veryfast -crf 23 -pix_fmt yuv420p -vf ${scale}`,
  '-c:a aac -b:a 128k -ac 2 -threads 2',
  '-movflags +faststart -f mp4 out.mp4',
].flatMap((line) => line.split(' '))
