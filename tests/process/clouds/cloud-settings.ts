import { cloudLabels, type CloudName } from '#server/rules/files/clouds.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { BoxServer } from '#tests/services/box.ts'
import type { CloudServer } from '#tests/services/cloud-server.ts'
import { DropboxServer } from '#tests/services/dropbox.ts'
import { GoogleServer } from '#tests/services/google.ts'

const servers = { box: BoxServer, dropbox: DropboxServer, google: GoogleServer }
const prefixes = { box: 'BOX', dropbox: 'DROPBOX', google: 'GOOGLE_DRIVE' }

/** A provider at this machine, and the settings of an operator who registered with it. */
export async function listeningCloud(
  name: CloudName,
): Promise<{ cloud: CloudServer; env: Record<string, string> }> {
  const cloud = await new servers[name]().listen()
  const { clientId, clientSecret } = cloud.config
  const prefix = prefixes[name]
  const env = {
    [`${prefix}_CLIENT_ID`]: clientId,
    [`${prefix}_CLIENT_SECRET`]: clientSecret,
    [`${prefix}_ADDRESS`]: cloud.origin,
  }
  return { cloud, env }
}

/** Connects someone’s storage as they do. */
export async function connectCloud(browser: Browser, name: CloudName, cloud: CloudServer): Promise<void> {
  const label = cloudLabels[name]
  await browser.open(`/add/connect/${name}`)
  await browser.press(`Continue to ${label}`)
  const [address] = browser.page.links(`Continue to ${label}`)
  await browser.open(await cloud.allow(address!))
  if (!browser.text().includes(`${label} is now connected`)) throw new Error(browser.text())
}

/** Makes a room, and has these items of the storage copied into it; answers its guid. The page shows how far that is. */
export async function copyIntoRoom(
  browser: Browser,
  name: CloudName,
  items: readonly string[],
): Promise<string> {
  await browser.open('/foldercreate')
  await browser.send('createRoom', { name: 'Project Alba' })
  const guid = browser.url.pathname.split('/')[2]!
  await browser.open(`/rooms/${guid}/add/${guid}`)
  await browser.press(new RegExp(`^${cloudLabels[name]}`))
  for (const item of items) browser.choose(`Select ${item}`)
  await browser.press('Copy files')
  return guid
}
