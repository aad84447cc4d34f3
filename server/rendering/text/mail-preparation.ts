import type { Vault } from '#server/storage/vault.ts'
import type { Conversions } from '#server/rendering/preparing/conversions.ts'
import { parsedInThread, type ParseLimits } from '#server/rendering/workers/parse-thread.ts'
import type { Preparation } from '#server/rendering/preparing/preparations.ts'

type Deps = { vault: Vault; conversions: Conversions; limits?: ParseLimits }

const standardLimits: ParseLimits = { time: 30_000, memory: 512 }

/** Converts a mail file (.eml) to the text from which its pages are laid out. */
export function mailPreparation({ vault, conversions, limits = standardLimits }: Deps): Preparation {
  return async ({ guid, objectGuid }) => {
    const sealed = await vault.open(objectGuid)
    await conversions.make(guid, 'pages', 'text/plain', async (writer) => {
      for await (const piece of parsedInThread('rendering/text/mail-worker', sealed.read(), limits)) {
        const room = writer.write(piece)
        if (room !== true) await room
      }
    })
  }
}
