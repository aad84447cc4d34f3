import { createReadStream } from 'node:fs'
import { ConversionFailed } from '#server/converting/conversion-failed.ts'
import { EncoderMissing, maxMediaBytes, type Ffmpeg } from '#server/converting/media/ffmpeg.ts'
import type { Database } from '#server/db/open.ts'
import { noConverter } from '#server/rules/files/files.ts'
import type { Vault } from '#server/storage/vault.ts'
import type { Conversions } from '#server/rendering/preparing/conversions.ts'
import type { Preparation, PreparedFile } from '#server/rendering/preparing/preparations.ts'
import { RenderError } from '#server/rendering/types.ts'
import type { MediaBytes } from './bytes.ts'
import { playedType } from './played.ts'

type Deps = {
  database: Database
  vault: Vault
  conversions: Conversions
  /** Null if the program is not installed: then what browsers do not play is download only. */
  ffmpeg: Ffmpeg | null
}

/** Video and audio: what browsers play stays as it is, with its true media type; the rest is converted to MP4. */
export function mediaPreparation(deps: Deps): Preparation {
  return async (file) => {
    const { vault, database } = deps
    const original = await vault.open(file.objectGuid)
    const played = await playedType(original)
    if (played === null) return convert(deps, file)
    await database.kysely
      .updateTable('file')
      .set({ media_type: played })
      .where('guid', '=', file.guid)
      .where('media_type', '<>', played)
      .execute()
  }
}

async function convert({ vault, conversions, ffmpeg }: Deps, file: PreparedFile): Promise<void> {
  if (!ffmpeg) throw new RenderError(noConverter, 'browsers do not play this file, and ffmpeg is not here')
  if (file.size > maxMediaBytes) throw new RenderError('too large', `the file has ${file.size} bytes`)
  const original = await vault.open(file.objectGuid)
  try {
    await ffmpeg.toMp4(original.read(), async (path, size) => {
      const made = fileBytes(path, size)
      const mediaType = await playedType(made)
      if (mediaType === null) throw new RenderError('corrupt', 'what was made of the file cannot be played')
      await conversions.make(file.guid, 'media', mediaType, async (writer) => {
        for await (const chunk of made.read(0, size)) {
          const room = writer.write(chunk)
          if (room !== true) await room
        }
      })
    })
  } catch (error) {
    if (error instanceof EncoderMissing) throw new RenderError(noConverter, error.message)
    throw error instanceof ConversionFailed ? new RenderError(error.reason, error.message) : error
  }
}

function fileBytes(path: string, size: number): MediaBytes {
  return {
    size,
    read: (start, end) => createReadStream(path, { start, end: end - 1 }) as AsyncIterable<Buffer>,
  }
}
