import type { App } from './app.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { pdf, strip } from '#tests/support/files/documents.ts'
import { somebody } from './people.ts'
import { makeShare, type ShareFields } from './make.ts'

export const passkey = 'green lantern under ice'
export const readerEmail = 'rita@example.net'
/** Stands in the document, and so in its bytes as they were uploaded. */
export const secretText = 'The price is ninety one million'

/** Shares a document that opens with the passkey; answers the share's guid. */
export function sharePasskey(app: App, sender: Browser, fields: ShareFields = {}): Promise<string> {
  const file = { name: 'offer.pdf', type: 'application/pdf', bytes: pdf([secretText, 'Page two'], strip) }
  return makeShare(app, sender, {
    visibility: 'passkey',
    passkey,
    passkeyAgain: passkey,
    file,
    ...fields,
  })
}

/** A reader in front of the form that asks for the passkey. */
export async function atPasskey(app: App, guid: string, options = somebody()): Promise<Browser> {
  return app.browser(options).open(`/file/${guid}`)
}

/** A reader who gave the passkey and opened the file. */
export async function openWithPasskey(app: App, guid: string, options = somebody()): Promise<Browser> {
  const reader = await atPasskey(app, guid, options)
  await reader.send('unlock', { passkey, email: readerEmail })
  await reader.send('open')
  if (reader.status !== 200 || reader.path !== `/view/${guid}`)
    throw new Error(`At ${reader.path}: ${reader.text()}`)
  return reader
}

/** The pictures of the pages on a reader's screen. */
export function pictures(reader: Browser): string[] {
  return reader.page.root.querySelectorAll('.pages img').map((image) => image.getAttribute('src')!)
}

/**
 * Makes each count of wrong passkeys within the hour nine, where it is less: no one waits for the pauses
 * between them.
 */
export async function countNine({ strongroom }: App, guid: string): Promise<void> {
  await strongroom.services.database.kysely
    .updateTable('rate')
    .set({ count: 9 })
    .where('key', 'like', `passkey|${guid}|%|3600000`)
    .where('count', '<', 9)
    .execute()
}
