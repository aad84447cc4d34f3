import { expect, test } from 'vitest'
import { routeAt } from '#app/request/routing/matching.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { TusClient } from '#tests/support/browser/tus.ts'
import { filesLike, textOf } from '#tests/support/sources/sources.ts'
import { everything, storedFiles } from '#tests/support/world/everything.ts'
import { forge, forgeUpload, formsOf } from '#tests/support/browser/forging.ts'
import { atRoomEntry } from '#tests/support/world/rooms.ts'
import { makeFormWorld } from './form-world.ts'

const world = await makeFormWorld()
const { app } = world

type Row = [what: string, module: string, open: () => Promise<Browser>, intents: string[]]

function owners(path: string): () => Promise<Browser> {
  return () => world.owner.open(`/rooms/${world.room.guid}${path}`)
}

function item(path: string): string {
  return world.room.items[path]!
}

/** Each page of data rooms with forms, the module that takes them, and what they are for. */
const pages: Row[] = [
  ['making a room', 'create', () => world.owner.open('/foldercreate'), ['createRoom']],
  ['the settings', 'settings', owners('/settings'), ['changeRoom']],
  ['a folder', 'arrange', () => world.owner.open(`/dr/${world.room.guid}`), ['chosen']],
  [
    'a file that cannot be shown, in its folder',
    'folder',
    () => world.owner.open(`/dr/${item('Broken')}?failed=${item('Broken/busy.pdf')}`),
    ['retry'],
  ],
  [
    'the same in a room of version 1',
    'folder',
    () => world.owner.open(`/d/${world.old.guid}?failed=${world.old.items['busy.pdf']}`),
    ['retry'],
  ],
  ['downloading a folder', 'zip', owners(`/zip?item=${item('Open')}`), ['zip']],
  [
    'adding',
    'add',
    () => owners(`/add/${item('Open')}`)(),
    ['addFiles', 'addNote', 'addFolder', 'fromCloud'],
  ],
  ['an upload that was left', 'add', leftUpload, ['cancelUpload']],
  ['renaming', 'arrange', () => arranging(`act=rename&item=${item('plan.pdf')}`), ['rename']],
  ['deleting items', 'arrange', () => arranging(`act=remove&item=${item('plan.pdf')}`), ['remove']],
  ['moving', 'arrange', () => placing('Move …'), ['move']],
  ['copying', 'arrange', () => placing('Copy …'), ['copy']],
  ['ordering', 'arrange', () => arranging('act=order'), ['order', 'orderStep', 'sort']],
  ['the bin of a room', 'item-trash', owners('/bin'), ['binned']],
  ['deleting for good', 'item-trash', deletingForGood, ['erase']],
  ['people', 'people', owners('/people'), ['bulk']],
  ['adding people', 'people', owners('/people?panel=add'), ['add']],
  ['removing people', 'people', removingPeople, ['removeChosen']],
  [
    'one person',
    'people/person',
    () => owners(`/people/${world.room.members['mia@example.net']}`)(),
    ['change', 'suspend', 'invite', 'resetPrints'],
  ],
  [
    'removing one person',
    'people/person',
    () => owners(`/people/${world.room.members['mia@example.net']}?panel=remove`)(),
    ['remove'],
  ],
  [
    'somebody suspended',
    'people/person',
    () => owners(`/people/${world.room.members['sue@example.net']}`)(),
    ['letBack'],
  ],
  ['making a group', 'people/groups', owners('/groups?panel=add'), ['make']],
  ['a group', 'people/groups/group', () => world.owner.open(world.group), ['change', 'putIn', 'takeOut']],
  [
    'deleting a group',
    'people/groups/group',
    () => world.owner.open(`${world.group}?panel=delete`),
    ['delete'],
  ],
  [
    'who sees a folder by default',
    'rights/matrix',
    () => owners(`/rights?folder=${item('Open')}`)(),
    ['previewClosed', 'previewSelected'],
  ],
  [
    'the rights of one on one folder',
    'rights/matrix',
    () => owners(`/rights?person=${world.room.members['mia@example.net']}&item=${item('Open')}`)(),
    ['previewRights'],
  ],
  ['rights of all, before they are kept', 'rights/matrix', closingAFolder, ['saveRights']],
  ['the rights of one', 'rights', () => rightsOf('mia@example.net'), ['previewSelected', 'previewSame']],
  [
    'the rights of one, with the panel of a folder',
    'rights',
    () => owners(`/rights/${world.room.members['mia@example.net']}?item=${item('Open')}`)(),
    ['previewRights'],
  ],
  ['rights of one, before they are kept', 'rights', takingOverRights, ['saveRights']],
  ['comments on a file', 'file/comments', commented, ['write', 'remove']],
  ['a file', 'file', () => owners(`/files/${item('Open/lease.pdf')}`)(), ['add', 'choose']],
  [
    'a file from cloud storage',
    'file',
    () => owners(`/files/${item('Open/lease.pdf')}`)(),
    ['checkOrigin', 'setDaily'],
  ],
  [
    'a file that is damaged',
    'file',
    () => owners(`/files/${item('Broken/busy.pdf')}`)(),
    ['retry', 'asDownload'],
  ],
  ['a locked file', 'file', () => owners(`/files/${item('Broken/locked.pdf')}`)(), ['givePassword']],
  ['a document with tracked changes', 'file', () => owners(`/files/${item('plan.pdf')}`)(), ['showChanges']],
  ['what was added', 'emails/notify', () => world.owner.open(world.batch), ['tell', 'retry']],
  ['what waits to be told', 'emails/pending', owners('/later'), ['tellLater']],
  ['archiving', 'archive', owners('/end'), ['archive']],
  ['opening again', 'archive', () => world.owner.open(`/rooms/${world.archived.guid}/end`), ['reopen']],
  ['deleting a room', 'remove', owners('/remove'), ['removeRoom']],
  ['copying a room', 'copy', owners('/copy'), ['copyRoom']],
  ['giving a room', 'transfer', owners('/give'), ['offerRoom', 'withdrawOffer']],
  [
    'an offer',
    'transfer/offer',
    () => world.nora.open(`/rooms/${world.room.guid}/offer`),
    ['acceptRoom', 'declineRoom'],
  ],
  ['an upgrade', 'upgrade', () => world.owner.open(`/rooms/${world.old.guid}/upgrade`), ['upgradeRoom']],
  ['the bin of rooms', 'trash', () => world.owner.open('/d/bin'), ['restoreRoom']],
  [
    'erasing a room',
    'trash/erase',
    () => world.owner.open(`/d/bin/${world.binned.guid}/erase`),
    ['eraseRoom'],
  ],
  ['a room of the team', 'team/room', () => world.admin.open(`/team/rooms/${world.room.guid}`), ['look']],
  ['terms at the door', 'entry', () => atRoomEntry(app, world.strict.guid, 'tom@example.net'), ['accept']],
  ['the door', 'entry', () => atRoomEntry(app, world.room.guid, 'vera@example.net'), ['enter']],
  ['leaving', 'leave', async () => (await world.inside()).open(`/rooms/${world.room.guid}/leave`), ['leave']],
  [
    'letters',
    'emails',
    async () => (await world.inside()).open(`/rooms/${world.room.guid}/letters`),
    ['stop'],
  ],
  [
    'letters that do not come',
    'emails',
    async () => (await world.inside('quinn@example.net')).open(`/rooms/${world.room.guid}/letters`),
    ['goOn'],
  ],
  ['a code for one file', 'read/code', async () => app.browser().open(await world.fileCode()), ['handOff']],
  ['switching letters off', 'emails/link', () => app.browser().open(world.emailsLink), ['stop']],
  ['switching letters on', 'emails/link', () => app.browser().open(world.quietLink), ['goOn']],
]

function arranging(query: string): Promise<Browser> {
  return owners(`/arrange/${world.room.guid}?${query}`)()
}

async function leftUpload(): Promise<Browser> {
  const client = await new TusClient(world.owner).begin()
  await client.create({ size: 10, more: { room: world.room.guid, folder: item('Open') } })
  return owners(`/add/${item('Open')}`)()
}

async function commented(): Promise<Browser> {
  await owners(`/files/${item('Open/lease.pdf')}/comments`)()
  return world.owner.send('write', { text: 'Which annex?' })
}

async function placing(act: string): Promise<Browser> {
  await world.owner.open(`/dr/${world.room.guid}`)
  return world.owner.choose('Select plan.pdf').press(act)
}

function rightsOf(email: string): Promise<Browser> {
  return owners(`/rights/${world.room.members[email]}`)()
}

async function deletingForGood(): Promise<Browser> {
  await owners('/bin')()
  return world.owner.choose('Select gone.pdf').press('Delete permanently …')
}

async function removingPeople(): Promise<Browser> {
  await owners('/people')()
  return world.owner.choose('Select mia@example.net').press('Remove …')
}

async function closingAFolder(): Promise<Browser> {
  await owners(`/rights?folder=${item('Open')}`)()
  return world.owner.send('previewClosed')
}

async function takingOverRights(): Promise<Browser> {
  await rightsOf('mia@example.net')
  return world.owner.send('previewSame', { as: 'quinn@example.net' })
}

test.each(pages)(
  '%s: no form is taken from another site, and none without its token',
  async (_, module, open, intents) => {
    const browser = await open()
    expect([browser.path, browser.status]).toEqual([browser.path, 200])
    const forms = formsOf(browser)
    const taken = forms.filter(({ action }) => takenBy(action || browser.path) === module)
    expect(taken.map(({ fields }) => fields['intent'])).toEqual(expect.arrayContaining(intents))
    const before = await everything(app)
    await forge(browser, forms)
    expect(await everything(app)).toEqual(before)
  },
)

/** Where files come in: the form is refused with its file, of which nothing stays. */
const doors: [module: string, intent: string, path: () => string][] = [
  ['add', 'addFiles', () => `/add/${item('Open')}`],
  ['file', 'add', () => `/files/${item('Open/lease.pdf')}`],
]

test.each(doors)(
  'a file for %s is not taken from another site, nor without a token',
  async (_, intent, path) => {
    await owners(`/add/${item('Open')}`)()
    const token = formsOf(world.owner)[0]!.fields['token']!
    const before = [await everything(app), await storedFiles(app)]
    await forgeUpload(world.owner, `/rooms/${world.room.guid}${path()}`, { token, intent })
    expect([await everything(app), await storedFiles(app)]).toEqual(before)
  },
)

test('there is no form of data rooms that these do not try', () => {
  const tried = pages.flatMap(([, module, , intents]) => intents.map((one) => `${module} ${one}`))
  const uploads = doors.map(([module, intent]) => `${module} ${intent}`)
  expect([...new Set([...tried, ...uploads])].toSorted()).toEqual(writtenForms().toSorted())
})

/** The module of the address that a form goes to. */
function takenBy(action: string): string {
  const { pathname } = new URL(action, 'http://localhost')
  return moduleName(routeAt(pathname).module)
}

/** The folder of a screen, as it is called among those of data rooms. */
function moduleName(file: string): string {
  return file.replace(/^(app\/)?rooms\//, '').replace(/\/route\.tsx?$/, '')
}

/** Intents that are in a table of another module, by the name of that table. */
const shared: Record<string, { file: string; intents: RegExp }> = {
  folderAction: { file: 'app/rooms/folder/room-retry.server.ts', intents: written() },
  matrixIntents: {
    file: 'app/rooms/rights/shared/rights-actions.server.ts',
    intents: /\bmatrixIntents = \{ (.*) \}/g,
  },
  holderIntents: {
    file: 'app/rooms/rights/shared/rights-actions.server.ts',
    intents: /\bholderIntents = \{ (.*) \}/g,
  },
}

function written(): RegExp {
  return /(?:^ {2}|[{,] )(\w+): (?:intent|once|onceAMinute|proof|guarded|button|choose)\(/gm
}

/** Every form that the screens of data rooms take, as they are written. */
function writtenForms(): string[] {
  const files = filesLike('app/rooms/**/route.ts*')
  return files.flatMap((file) => {
    const text = textOf(file)
    const elsewhere = Object.entries(shared).filter(([name]) => text.includes(name))
    const intents = [
      ...[...text.matchAll(written())].map(([, name]) => name!),
      ...elsewhere.flatMap(([, table]) =>
        [...textOf(table.file).matchAll(table.intents)].flatMap(([, names]) => names!.split(', ')),
      ),
    ]
    return intents.map((intent) => `${moduleName(file)} ${intent}`)
  })
}
