import { expect, test } from 'vitest'
import { callGuards } from '#server/api/calls.ts'
import { addresses, layouts, type AddressName } from '#app/routes.ts'
import { namesIn, filesLike, readSource } from './support/sources/sources.ts'

/**
 * For whom each address is: to look at, and after the bar for its forms. A form that is for others than the rest of its
 * address stands behind them. What the words mean is said in app/request/guard.server.ts.
 */
const guardOf: Record<AddressName | keyof typeof layouts, string> = {
  start: 'anyone',
  outgoingOld: 'anyone',
  incomingOld: 'anyone',
  live: 'anyone',
  ready: 'anyone',
  metrics: 'watcher',
  version: 'anyone',
  config: 'anyone',
  send: 'anyone | anyone',
  test: 'anyone | anyone',
  thankYou: 'anyone',
  feedback: 'anyone | anyone',
  login: 'anyone | anyone',
  loginEmail: 'anyone',
  secondFactor: 'anyone | anyone',
  handOff: 'link | link',
  setup: 'session | session',
  setupLink: 'link | link',
  changePassword: 'session | session',
  logout: 'anyone | anyone',
  domainLocked: 'anyone',
  fileLogin: 'anyone | anyone',
  register: 'anyone | anyone',
  registerEmail: 'anyone',
  registerCode: 'anyone',
  validation: 'anyone | anyone',
  validationEmail: 'anyone',
  activated: 'link | link',
  reset: 'anyone | anyone',
  missing: 'anyone',
  failure: 'anyone',
  keep: 'anyone | anyone',
  via: 'anyone | anyone, connectVia: user',
  callback: 'link',
  callbackSso: 'link',
  sso: 'anyone | anyone',
  ssoFinish: 'link',
  samlMetadata: 'anyone',
  samlConsumer: 'anyone | link',
  confirm: 'link | user',
  tour: 'user | user',
  tourDone: 'anyone',
  home: 'user | user',
  share: 'user | user',
  sent: 'user',
  presets: 'user | user',
  upload: 'nothing | user',
  outgoing: 'user | user',
  trace: 'user',
  shareRequests: 'user',
  sharePasskey: 'user | user',
  shareDetails: 'user | user',
  shareEdit: 'user | user',
  shareVersions: 'user | user',
  shareActivity: 'user | user',
  sharePerson: 'user | user',
  sendAgain: 'user | user',
  deleteShare: 'user | user',
  bin: 'user | user',
  incoming: 'user',
  shareTerms: 'user | user',
  shareTermsExport: 'user',
  shareComments: 'user | user',
  setting: 'user | user',
  menu: 'user | anyone',
  accountExport: 'user at settings',
  deleteAccount: 'user | user',
  letters: 'link | link',
  file: 'visitor | visitor',
  fileForward: 'visitor | visitor',
  fileTerms: 'visitor | visitor',
  fileName: 'visitor | visitor',
  fileComments: 'visitor | visitor',
  readerFiles: 'visitor | visitor',
  receipt: 'visitor',
  filePasskey: 'visitor | visitor',
  fileEmail: 'visitor',
  fileSender: 'user | user',
  view: 'visitor | visitor, unmark: user',
  sheet: 'visitor',
  cellColours: 'anyone',
  print: 'visitor',
  thumbnails: 'visitor',
  pulse: 'visitor | visitor',
  pageImage: 'visitor',
  play: 'visitor',
  media: 'visitor',
  animation: 'visitor',
  pageSizes: 'visitor',
  text: 'visitor',
  find: 'visitor',
  download: 'visitor',
  rooms: 'user',
  roomCreate: 'user | user',
  roomSettings: 'member can manage | member can manage',
  roomStats1: 'member can manage',
  roomStats2: 'member can manage',
  roomsOld: 'anyone',
  roomOld: 'anyone',
  roomsBin: 'user | user',
  roomBinErase: 'user | user',
  barColours: 'anyone',
  room1: 'visitor | visitor',
  room2: 'visitor | visitor',
  roomDoor: 'visitor | visitor',
  roomPeople: 'user can manage | user can manage',
  roomRights: 'member can manage | member can manage',
  roomPerson: 'user can manage | user can manage',
  roomGroups: 'user can manage | user can manage',
  roomGroup: 'user can manage | user can manage',
  roomLeave: 'member can leave | member can leave',
  roomArrange: 'member can arrange | member can arrange, chosen: anyone',
  roomEmail: 'visitor',
  roomTerms: 'user can manage',
  roomTermsExport: 'user',
  roomFile1: 'visitor',
  roomFileCode: 'link | link',
  roomFile2: 'visitor',
  roomSearch: 'member can browse',
  roomMatrix: 'member can manage | member can manage',
  roomViewAs: 'member can manage',
  roomWhy: 'member can manage',
  roomBin: 'member can arrange | member can arrange',
  requests: 'user',
  requestAccess: 'visitor | visitor',
  decision: 'link | link',
  roomLife: 'member can remove | member can manage',
  roomRemove: 'member can remove | member can remove',
  roomAdd: 'member can add | member can add, addFiles: visitor',
  roomUpload: 'nothing | visitor',
  roomNotify: 'member can browse | member can add',
  roomFile: 'member can browse | member can add',
  roomLater: 'member can add | member can add',
  roomLetters: 'member can browse | member can browse',
  roomLettersLink: 'link | link',
  roomCopy: 'user can manage | user can manage',
  roomGive: 'user can own | member can own',
  roomOffer: 'user | user',
  roomUpgrade: 'user can own | member can own',
  teamRooms: 'user',
  teamRoom: 'user | user',
  unknown: 'anyone | anyone',
  shell: 'user',
  room: 'visitor',
  door: 'nothing',
  bare: 'nothing',
  none: 'nothing',
}

/** For whom each call of the API is. */
const guardOfCalls = {
  anyone: ['POST /v2/account/token', 'GET /v1/download/{Link}', 'POST /v1/tracks/action/public'],
  session: ['GET /v3/users/info', 'POST /v1/account/logout'],
  user: [
    'GET /v1/account/validate',
    'POST /v1/account/handoff',
    'GET /v1/get/filename/{ShareGuid}',
    'GET /v4/shares/info/{ShareGuid}',
    'GET /v1/shares/info/{ShareGuid}/sender',
    'POST /v3/shares',
    'POST /v3/shares/disable',
    'POST /v3/shares/enable',
    'POST /v5/sharefile',
    'POST /v1/send/link',
    'GET /v1/shares/checkrecipient/{Email}/{ShareGuid}',
    'POST /v1/share/update',
    'POST /v1/processmultifile',
    'POST /v1/send/multifile/links',
    'POST /v5/receives',
    'POST /v1/upload',
    'GET /v7/view/fileinfo/{ShareGuid}{viewAs}',
    'GET /v2/vieworig/{ShareGuid}/{viewAs}',
    'POST /v1/watermark/remove',
    'GET /v2/downloadasrecipient/{ShareGuid}',
    'GET /v1/vieworig/{ShareGuid}/{viewAs}',
    'GET /v1/viewxlsx/{shareGuid}{viewAs}',
    'POST /v1/tracks/action/',
    'POST /v3/tracks/start{viewAs}',
    'POST /v4/tracks/stop{viewAs}',
    'GET /v1/message/list/{ShareGuid}',
    'POST /v1/message/add',
    'GET /v1/folder/list',
    'GET /v2/folder/list',
    'GET /v1/shares/info/{ShareGuid}/folder',
    'GET /v2/folder/info/{ShareGuid}/',
    'POST /v1/folder/create/root',
    'POST /v2/folder/create/root',
    'POST /v1/folder/manage/root',
    'POST /v2/folder/manage',
    'POST /v1/folder/change/name',
    'POST /v2/folder/change/name',
    'POST /v1/folder/remove',
    'POST /v2/folder/remove',
    'POST /v1/folder/remove/self',
    'POST /v2/folder/remove/self',
    'GET /v1/folder/firstaccess/{RootGuid}',
    'GET /v2/folder/firstaccess/{RootGuid}',
    'GET /v1/folder/list/admin/{Email}/',
    'GET /v2/folder/list/admin/{Email}/',
    'POST /v1/folder/browse/admin',
    'POST /v2/folder/browse/admin',
    'POST /v1/folder/browse',
    'POST /v2/folder/browse',
    'POST /v1/folder/create/sub',
    'POST /v2/folder/create/sub',
    'POST /v1/folder/add/file',
    'POST /v2/folder/add/file',
    'POST /v1/add/notification',
    'POST /v2/add/notification',
    'POST /v1/folder/edit/order',
    'POST /v2/folder/edit/order',
    'GET /v1/folder/manage/user',
    'GET /v2/folder/manage/user',
    'POST /v1/folder/manage/user',
    'POST /v2/folder/manage/user',
    'POST /v1/folder/send/link',
    'POST /v2/folder/send/link',
    'GET /v1/shares/checkmember/{Email}/{RootGuid}',
    'GET /v1/folder/checkmember/{Email}/{RootGuid}',
    'GET /v1/folder/view/fileinfo/{ShareGuid}',
    'GET /v1/folder/downloadfile/{ShareGuid}/{viewAs}',
    'GET /v2/folder/viewxlsx/{ShareGuid}',
    'POST /v1/folder/tracks/action/',
    'POST /v1/folder/tracks/start',
    'POST /v1/folder/tracks/stop',
    'POST /v1/watermark/remove/folder',
    'GET /v1/folder/top/{Status}/{ShareGuid}',
    'GET /v2/folder/top/{Status}/{ShareGuid}',
    'GET /v1/folder/tracks/details/{ShareGuid}',
    'GET /v2/folder/tracks/details/{ShareGuid}',
  ],
}

/** What has to ask further, when it has looked at something, and why its guard cannot know. */
const asksFurther: Record<string, string> = {
  'app/request/guard.server.ts': 'the guards themselves',
  'app/rooms/read/read-room-file.server.ts': 'in which room a file is says the file',
  'app/rooms/add/route.tsx': 'a refusal first removes what has arrived, then leads to the door',
  'app/access/providers/callback/route.tsx': 'that an account is to be connected says the state',
  'app/requests/decision/route.tsx': 'without the secret of the letter it is for the owner of the file',
}

type Declared = { places: readonly string[]; guard: string; intents: Record<string, string> }
type Screen = { loader?: Partial<Declared>; action?: Partial<Declared> }
const modules = import.meta.glob<Screen>(['../app/**/route.{ts,tsx}', '../app/layouts/*.tsx'])

test('each address declares for whom it is, as the table says', async () => {
  const files = [
    ...Object.entries(addresses).map(([name, [, file]]) => [name, file] as const),
    ...Object.entries(layouts),
  ]
  const found = await Promise.all(
    files.map(async ([name, file]) => [name, file === null ? 'nothing' : await declaredOf(name, file)]),
  )
  expect(Object.fromEntries(found)).toEqual(guardOf)
})

async function declaredOf(name: string, file: string): Promise<string> {
  const { loader, action } = await modules[`../app/${file}`]!()
  const toLook = words(name, loader)
  return action ? `${toLook} | ${words(name, action)}` : toLook
}

function words(name: string, handler: Partial<Declared> | undefined): string {
  if (!handler) return 'nothing'
  if (!handler.guard || !handler.places?.includes(name)) return 'not declared'
  const own = Object.entries(handler.intents ?? {}).map(([intent, guard]) => `, ${intent}: ${guard}`)
  return [handler.guard, ...own].join('')
}

test('each call of the API declares for whom it is, as the table says', () => {
  const found = Object.groupBy(callGuards, ({ guard }) => guard)
  const names = Object.entries(found).map(([guard, calls]) => [guard, calls.map(({ name }) => name).sort()])
  const wanted = Object.entries(guardOfCalls).map(([guard, calls]) => [guard, calls.toSorted()])
  expect(Object.fromEntries(names)).toEqual(Object.fromEntries(wanted))
})

test('nothing behind a guard asks for sign-in or a room by itself', () => {
  const asking = filesLike('app/**/*.{ts,tsx}')
    .map(readSource)
    .filter((source) => {
      const names = namesIn(source)
      return ['requireUser', 'requireSession', 'inRoom'].some((name) => names.has(name))
    })
    .map(({ file }) => file)
    .filter((file) => !/^app\/request\/(sign-in\/signed-in|room)\.server\.ts$/.test(file))
  expect(asking.toSorted()).toEqual(Object.keys(asksFurther).toSorted())
})
