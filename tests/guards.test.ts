import { expect, test } from 'vitest'
import { callGuards } from '#server/api/calls.ts'
import { everyRoute, layouts, type RouteId } from '#app/routes.ts'
import { namesIn, filesLike, readSource } from './support/sources/sources.ts'

/**
 * For whom each address is: to look at, and after the bar for its forms. A form that is for others than the rest of its
 * address is behind them. What the words mean is said in app/request/guard.server.ts.
 */
const guardOf: Record<RouteId | keyof typeof layouts, string> = {
  'legacy.start': 'anyone',
  'legacy.outgoing': 'anyone',
  'legacy.incoming': 'anyone',
  'operator.live': 'anyone',
  'operator.ready': 'anyone',
  'operator.metrics': 'watcher',
  'public.version': 'anyone',
  'public.config': 'anyone',
  'public.send': 'anyone | anyone',
  'public.test': 'anyone | anyone',
  'public.thankYou': 'anyone',
  'public.feedback': 'anyone | anyone',
  'access.login': 'anyone | anyone',
  'access.loginEmail': 'anyone',
  'access.secondFactor': 'anyone | anyone',
  'access.handOff': 'link | link',
  'access.setup': 'session | session',
  'access.setupLink': 'link | link',
  'access.changePassword': 'session | session',
  'access.logout': 'anyone | anyone',
  'access.domainLocked': 'anyone',
  'access.fileLogin': 'anyone | visitor',
  'access.register': 'anyone | anyone',
  'legacy.registerEmail': 'anyone',
  'legacy.registerCode': 'anyone',
  'access.validation': 'anyone | anyone',
  'legacy.validationEmail': 'anyone',
  'access.activated': 'link | link',
  'access.reset': 'anyone | anyone',
  'access.notFound': 'anyone',
  'access.error': 'anyone',
  'access.reactivate': 'anyone | anyone',
  'access.providers.start': 'anyone | anyone, connectVia: user',
  'access.providers.callback': 'link',
  'access.sso.callback': 'link',
  'access.sso.start': 'anyone | anyone',
  'access.sso.finish': 'link',
  'access.sso.samlMetadata': 'anyone',
  'access.sso.samlConsumer': 'anyone | link',
  'access.providers.confirm': 'link | user, signUp: link',
  'home.tour': 'user | user',
  'home.tourDone': 'anyone',
  'home.index': 'user | user',
  'shares.new': 'user | user',
  'shares.sent': 'user',
  'shares.presets': 'user | user',
  'uploads.index': 'visitor | visitor',
  'uploads.upload': 'visitor | visitor',
  'shares.index': 'user | user',
  'shares.watermarkSample': 'user',
  'shares.watermarkLookup': 'user',
  'shares.requests': 'user',
  'shares.passkey': 'user | user',
  'shares.details': 'user | user',
  'shares.edit': 'user | user',
  'shares.versions': 'user | user',
  'shares.activity': 'user | user',
  'shares.person': 'user | user',
  'shares.resend': 'user | user',
  'shares.delete': 'user | user',
  'shares.trash': 'user | user',
  'received.index': 'user | user',
  'shares.terms': 'user | user',
  'shares.termsExport': 'user',
  'shares.export': 'user',
  'shares.sentExport': 'user',
  'shares.comments': 'user | user',
  'settings.index': 'user | user',
  'home.menu': 'user | anyone',
  'settings.export': 'user at settings',
  'settings.delete': 'user | user',
  'settings.emailLink': 'link | link',
  'reading.entry': 'visitor | visitor',
  'reading.forward': 'visitor | visitor',
  'reading.terms': 'visitor | visitor',
  'reading.name': 'visitor | visitor',
  'reading.comments': 'visitor | visitor',
  'received.reader': 'visitor | visitor',
  'received.receipt': 'visitor',
  'reading.passkey': 'visitor | visitor',
  'reading.entryEmail': 'visitor',
  'reading.personal': 'visitor | visitor',
  'reading.sender': 'user | user',
  'reading.view': 'visitor | visitor, unmark: user',
  'reading.sheet': 'visitor',
  'reading.cellColours': 'anyone',
  'reading.print': 'visitor',
  'reading.thumbnails': 'visitor',
  'reading.heartbeat': 'visitor | visitor',
  'reading.pageImage': 'visitor',
  'reading.thumbnail': 'visitor',
  'reading.play': 'visitor',
  'reading.media': 'visitor',
  'reading.animation': 'visitor',
  'reading.pageSizes': 'visitor',
  'reading.text': 'visitor',
  'reading.find': 'visitor',
  'reading.download': 'visitor',
  'rooms.index': 'user',
  'rooms.create': 'user | user',
  'rooms.settings': 'member can manage | member can manage',
  'rooms.stats1': 'member can manage',
  'rooms.stats2': 'member can manage',
  'legacy.folders': 'anyone',
  'legacy.folder': 'anyone',
  'rooms.trash': 'user | user',
  'rooms.trashErase': 'user | user',
  'public.barColours': 'anyone',
  'rooms.folder1': 'visitor | visitor',
  'rooms.folder2': 'visitor | visitor',
  'rooms.entry': 'visitor | visitor',
  'rooms.people.index': 'user can manage | user can manage',
  'rooms.rights.holder': 'member can manage | member can manage',
  'rooms.people.person': 'user can manage | user can manage',
  'rooms.people.groups': 'user can manage | user can manage',
  'rooms.people.group': 'user can manage | user can manage',
  'team.admin': 'team admin | team admin',
  'zips.page': 'visitor | visitor',
  'zips.part': 'visitor',
  'rooms.zip': 'member can browse | member can browse',
  'rooms.leave': 'member can leave | member can leave',
  'rooms.arrange': 'member can arrange | member can arrange, chosen: anyone',
  'rooms.entryEmail': 'visitor',
  'rooms.terms': 'user can manage',
  'rooms.termsExport': 'user',
  'rooms.export': 'member can manage',
  'rooms.read1': 'visitor',
  'rooms.readCode': 'link | link',
  'rooms.read2': 'visitor',
  'rooms.search': 'member can browse',
  'rooms.rights.matrix': 'member can manage | member can manage',
  'rooms.rights.viewAs': 'member can manage',
  'rooms.rights.explain': 'member can manage',
  'rooms.itemTrash': 'member can arrange | member can arrange',
  'home.search': 'user',
  'requests.index': 'user | user',
  'requests.access': 'visitor | visitor',
  'requests.decision': 'link | link',
  'rooms.archive': 'member can remove | member can manage',
  'rooms.remove': 'member can remove | member can remove',
  'rooms.addPart': 'anyone | visitor',
  'rooms.add': 'member can add | member can add, addFiles: visitor',
  'rooms.emails.notify': 'member can browse | member can add',
  'rooms.file': 'member can browse | member can add',
  'rooms.emails.pending': 'member can add | member can add',
  'rooms.emails.index': 'member can browse | member can browse',
  'rooms.emails.link': 'link | link',
  'rooms.copy': 'user can manage | user can manage',
  'rooms.transfer': 'user can own | member can own',
  'rooms.transferOffer': 'user | user',
  'rooms.upgrade': 'user can own | member can own',
  'rooms.team.index': 'user',
  'rooms.team.room': 'user | user',
  'public.unknown': 'anyone | anyone',
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
    'GET /v1/process/zipfile/{ShareGuid}/{jobDate}/{batch}/{downloadAs}',
    'GET /v1/folder/process/zipfile/{ShareGuid}/{jobDate}/{batch}/{downloadAs}',
    'GET /v1/folder/process/zipfile/structure/{ShareGuid}/{jobDate}/{batch}/{downloadAs}',
    'GET /v2/folder/process/zipfile/{ShareGuid}/{jobDate}/{batch}/{downloadAs}',
    'GET /v2/folder/process/zipfile/structure/{ShareGuid}/{jobDate}/{batch}/{downloadAs}',
    'GET /v1/folder/zipfile/{jobDate}/{batch}',
    'GET /v2/folder/zipfile/{jobDate}/{batch}',
    'GET /v1/folder/whole/zipfile/structure/{RootGuid}/{jobDate}/{batch}/folderowner',
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
    'GET /v1/folder/export/excel/{RootGuid}',
    'GET /v2/folder/export/excel/{RootGuid}',
    'GET /v1/folder/recipient-list/excel/{RootGuid}',
    'GET /v2/folder/recipient-list/excel/{RootGuid}',
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
  const files = [...everyRoute.map(({ id, module }) => [id, module] as const), ...Object.entries(layouts)]
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
