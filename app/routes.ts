/**
 * Every address a browser may ask for: name → path, module under app/, layout.
 * Links are written with `href`, so that a changed path changes in one place.
 * The two versions of data rooms have addresses of their own, and one module for both.
 */
export const addresses = {
  start: ['/', 'public/legacy-redirect/route.ts', 'none'],
  outgoingOld: ['/outgoing', 'public/legacy-redirect/route.ts', 'none'],
  incomingOld: ['/incoming', 'public/legacy-redirect/route.ts', 'none'],
  live: ['/health/live', 'operator/live/route.ts', 'none'],
  ready: ['/health/ready', 'operator/ready/route.ts', 'none'],
  metrics: ['/metrics', 'operator/metrics/route.ts', 'none'],
  version: ['/version', 'public/version/route.tsx', 'door'],
  config: ['/config', 'public/config/route.ts', 'none'],
  send: ['/send', 'public/send/route.tsx', 'door'],
  test: ['/test', 'public/test/route.tsx', 'door'],
  thankYou: ['/thankyou', 'public/thank-you/route.tsx', 'door'],
  feedback: ['/c/feedback', 'public/feedback/route.tsx', 'door'],

  login: ['/access/login', 'access/login/route.tsx', 'door'],
  loginEmail: ['/access/login/:UserEmail', 'access/login/email/route.ts', 'none'],
  secondFactor: ['/access/secondfactor', 'access/second-factor/route.tsx', 'door'],
  handOff: ['/access/handoff', 'access/hand-off/route.tsx', 'door'],
  setup: ['/access/setup', 'access/setup/route.tsx', 'door'],
  setupLink: ['/access/setup/:token', 'access/setup/link/route.tsx', 'door'],
  changePassword: ['/access/changepassword', 'access/change-password/route.tsx', 'door'],
  logout: ['/access/logout', 'access/logout/route.tsx', 'door'],
  domainLocked: ['/access/domainlocked', 'access/domain-locked/route.tsx', 'door'],
  fileLogin: ['/access/filelogin', 'access/file-login/route.tsx', 'door'],
  register: ['/access/register', 'access/register/route.tsx', 'door'],
  registerEmail: ['/access/register/:Email', 'public/legacy-redirect/route.ts', 'none'],
  registerCode: ['/access/register/:Email/:SignupCode', 'public/legacy-redirect/route.ts', 'none'],
  validation: ['/access/validation', 'access/register/validation/route.tsx', 'door'],
  validationEmail: ['/access/validation/:Email', 'public/legacy-redirect/route.ts', 'none'],
  activated: ['/access/activated/:token', 'access/register/activated/route.tsx', 'door'],
  reset: ['/access/reset', 'access/reset/route.tsx', 'door'],
  missing: ['/access/404', 'access/not-found/route.tsx', 'door'],
  failure: ['/access/500', 'access/error/route.tsx', 'door'],
  keep: ['/access/keep', 'access/reactivate/route.tsx', 'door'],

  via: ['/access/via/:provider', 'access/providers/start/route.tsx', 'door'],
  callback: ['/access/callback/:provider', 'access/providers/callback/route.tsx', 'door'],
  callbackSso: ['/access/callback/sso/:team', 'access/sso/callback/route.tsx', 'door'],
  sso: ['/access/sso', 'access/sso/route.tsx', 'door'],
  ssoFinish: ['/access/sso/finish', 'access/sso/finish/route.tsx', 'door'],
  samlMetadata: ['/access/sso/saml/metadata/:team', 'access/sso/saml-metadata/route.ts', 'none'],
  samlConsumer: ['/access/sso/saml/:team', 'access/sso/saml-consumer/route.ts', 'none'],
  confirm: ['/access/confirm/:state', 'access/providers/confirm/route.tsx', 'door'],

  tour: ['/tour', 'home/tour/route.tsx', 'shell'],
  tourDone: ['/tour/done', 'home/tour/done/route.tsx', 'door'],
  home: ['/home', 'home/route.tsx', 'shell'],
  share: ['/share', 'shares/new/route.tsx', 'shell'],
  sent: ['/share/sent/:SendingGuid', 'shares/new/sent/route.tsx', 'shell'],
  presets: ['/share/presets', 'shares/presets/route.tsx', 'shell'],
  upload: ['/upload', 'shares/new/upload/route.ts', 'none'],
  outgoing: ['/s', 'shares/sent/route.tsx', 'shell'],
  trace: ['/s/trace', 'shares/watermark-lookup/route.tsx', 'shell'],
  shareRequests: ['/s/:ShareGuid/requests', 'shares/share/requests/route.tsx', 'shell'],
  sharePasskey: ['/s/:ShareGuid/passkey', 'shares/share/passkey/route.tsx', 'shell'],
  shareDetails: ['/s/:ShareGuid', 'shares/share/route.tsx', 'shell'],
  shareEdit: ['/s/:ShareGuid/edit', 'shares/share/edit/route.tsx', 'shell'],
  shareVersions: ['/s/:ShareGuid/versions', 'shares/share/versions/route.tsx', 'shell'],
  shareActivity: ['/s/:ShareGuid/activity', 'shares/share/activity/route.tsx', 'shell'],
  sharePerson: ['/s/:ShareGuid/people/:Recipient', 'shares/share/person/route.tsx', 'shell'],
  sendAgain: ['/s/:ShareGuid/again', 'shares/share/resend/route.tsx', 'shell'],
  deleteShare: ['/s/:ShareGuid/delete', 'shares/share/delete/route.tsx', 'shell'],
  bin: ['/bin', 'shares/trash/route.tsx', 'shell'],
  incoming: ['/r', 'received/list/route.tsx', 'shell'],

  shareTerms: ['/s/:ShareGuid/terms', 'shares/share/terms/route.tsx', 'shell'],
  shareTermsExport: ['/s/:ShareGuid/terms/export', 'shares/share/terms/export/route.ts', 'none'],
  shareComments: ['/s/:ShareGuid/comments', 'shares/share/comments/route.tsx', 'shell'],

  setting: ['/setting', 'settings/account/route.tsx', 'shell'],
  menu: ['/menu', 'home/menu/route.tsx', 'shell'],
  accountExport: ['/setting/export', 'settings/export/route.ts', 'none'],
  deleteAccount: ['/setting/delete', 'settings/delete/route.tsx', 'shell'],

  letters: ['/p/letters/:Link', 'settings/email-link/route.tsx', 'door'],

  file: ['/file/:ShareGuid', 'reading/entry/route.tsx', 'door'],
  fileForward: ['/file/:ShareGuid/forward', 'reading/forward/route.tsx', 'door'],
  fileTerms: ['/file/:ShareGuid/terms', 'reading/terms/route.tsx', 'door'],
  fileName: ['/file/:ShareGuid/name', 'reading/name/route.tsx', 'door'],
  fileComments: ['/file/:ShareGuid/comments', 'reading/comments/route.tsx', 'door'],
  readerFiles: ['/files', 'received/reader/route.tsx', 'door'],
  receipt: ['/files/:ShareGuid', 'received/receipt/route.tsx', 'door'],
  filePasskey: ['/file/:ShareGuid/passkey', 'reading/passkey/route.tsx', 'door'],
  fileEmail: ['/file/:ShareGuid/:Email', 'reading/entry/email/route.ts', 'none'],
  fileSender: ['/filesender/:ShareGuid', 'reading/sender/route.tsx', 'door'],
  view: ['/view/:ShareGuid', 'reading/view/route.tsx', 'bare'],
  sheet: ['/view/:ShareGuid/sheet', 'reading/sheet/route.tsx', 'bare'],
  cellColours: ['/cells/:Colours', 'reading/sheet/cell-colours/route.ts', 'none'],
  print: ['/view/:ShareGuid/print', 'reading/print/route.tsx', 'bare'],
  thumbnails: ['/view/:ShareGuid/thumbnails', 'reading/thumbnails/route.tsx', 'bare'],
  pulse: ['/view/:ShareGuid/pulse', 'reading/heartbeat/route.tsx', 'none'],
  pageImage: ['/view/:ShareGuid/page/:Page', 'reading/page-image/route.ts', 'none'],
  play: ['/view/:ShareGuid/play', 'reading/play/route.tsx', 'bare'],
  media: ['/view/:ShareGuid/media', 'reading/play/media/route.ts', 'none'],
  animation: ['/view/:ShareGuid/animation', 'reading/play/animation/route.ts', 'none'],
  pageSizes: ['/view/:ShareGuid/pages', 'reading/page-sizes/route.ts', 'none'],
  text: ['/view/:ShareGuid/text', 'reading/text/route.tsx', 'bare'],
  find: ['/view/:ShareGuid/find', 'reading/find/route.ts', 'none'],
  download: ['/view/:ShareGuid/download', 'reading/download/route.ts', 'none'],

  // Data rooms
  rooms: ['/d', 'rooms/list/route.tsx', 'shell'],
  roomCreate: ['/foldercreate', 'rooms/create/route.tsx', 'shell'],
  roomSettings: ['/rooms/:RoomGuid/settings', 'rooms/settings/route.tsx', 'room'],
  roomStats1: ['/folderstats/:RoomGuid', 'rooms/stats/route.tsx', 'room'],
  roomStats2: ['/drstats/:RoomGuid', 'rooms/stats/route.tsx', 'room'],
  roomsOld: ['/folder', 'public/legacy-redirect/route.ts', 'none'],
  roomOld: ['/folder/:ShareGuid', 'public/legacy-redirect/route.ts', 'none'],
  // Before the rooms themselves, which it would be one of.
  roomsBin: ['/d/bin', 'rooms/trash/route.tsx', 'shell'],
  roomBinErase: ['/d/bin/:RoomGuid/erase', 'rooms/trash/erase/route.tsx', 'shell'],
  barColours: ['/bar/:Colours', 'public/bar-colours/route.ts', 'none'],
  // Data rooms: the folders of a room as pages
  room1: ['/d/:ShareGuid', 'rooms/folder/route.tsx', 'room'],
  room2: ['/dr/:ShareGuid', 'rooms/folder/route.tsx', 'room'],
  // Data rooms: how members come in, and how they read the files of one.
  roomDoor: ['/rooms/:RoomGuid/door', 'rooms/entry/route.tsx', 'door'],
  // The people of a data room
  roomPeople: ['/rooms/:RoomGuid/people', 'rooms/people/route.tsx', 'room'],
  // Rights in data rooms.
  roomRights: ['/rooms/:RoomGuid/rights/:Holder', 'rooms/rights/route.tsx', 'room'],
  roomPerson: ['/rooms/:RoomGuid/people/:Member', 'rooms/people/person/route.tsx', 'room'],
  roomGroups: ['/rooms/:RoomGuid/groups', 'rooms/people/groups/route.tsx', 'room'],
  roomGroup: ['/rooms/:RoomGuid/groups/:Group', 'rooms/people/groups/group/route.tsx', 'room'],
  roomLeave: ['/rooms/:RoomGuid/leave', 'rooms/leave/route.tsx', 'door'],
  // Data rooms: arranging
  roomArrange: ['/rooms/:RoomGuid/arrange/:ParentGuid', 'rooms/arrange/route.tsx', 'room'],
  roomEmail: ['/d/:ShareGuid/:Email', 'rooms/entry/email/route.ts', 'none'],
  roomTerms: ['/rooms/:RoomGuid/terms', 'rooms/terms/route.tsx', 'room'],
  roomTermsExport: ['/rooms/:RoomGuid/terms/export', 'rooms/terms/export/route.ts', 'none'],
  roomFile1: ['/filefolder/:ShareGuid/:ParentGuid', 'rooms/read/route.tsx', 'door'],
  roomFileCode: ['/filefolder/:ShareGuid/:ParentGuid/:Code', 'rooms/read/code/route.tsx', 'door'],
  roomFile2: ['/drfile/:ShareGuid/:ParentGuid', 'rooms/read/route.tsx', 'door'],
  roomSearch: ['/rooms/:RoomGuid/search', 'rooms/search/route.tsx', 'room'],
  roomMatrix: ['/rooms/:RoomGuid/rights', 'rooms/rights/matrix/route.tsx', 'room'],
  roomViewAs: ['/rooms/:RoomGuid/as/:Member', 'rooms/rights/view-as/route.tsx', 'room'],
  roomWhy: ['/rooms/:RoomGuid/why/:Member/:ShareGuid', 'rooms/rights/explain/route.tsx', 'room'],
  roomBin: ['/rooms/:RoomGuid/bin', 'rooms/item-trash/route.tsx', 'room'],

  requests: ['/requests', 'requests/list/route.tsx', 'shell'],
  requestAccess: ['/p/request/:ShareGuid', 'requests/access/route.tsx', 'door'],
  decision: ['/p/:What/:Decision/:ShareGuid', 'requests/decision/route.tsx', 'door'],

  // What becomes of whole rooms.
  roomLife: ['/rooms/:RoomGuid/end', 'rooms/archive/route.tsx', 'room'],
  roomRemove: ['/rooms/:RoomGuid/remove', 'rooms/remove/route.tsx', 'room'],
  // How things come into a room.
  roomAdd: ['/rooms/:RoomGuid/add/:ParentGuid', 'rooms/add/route.tsx', 'room'],
  roomUpload: ['/rooms/:RoomGuid/upload/:ParentGuid', 'rooms/add/upload/route.ts', 'none'],
  roomNotify: ['/rooms/:RoomGuid/notify/:Batch', 'rooms/emails/notify/route.tsx', 'room'],
  roomFile: ['/rooms/:RoomGuid/files/:ShareGuid', 'rooms/file/route.tsx', 'room'],
  roomLater: ['/rooms/:RoomGuid/later', 'rooms/emails/pending/route.tsx', 'room'],
  roomLetters: ['/rooms/:RoomGuid/letters', 'rooms/emails/route.tsx', 'room'],
  roomLettersLink: ['/p/roomletters/:Link', 'rooms/emails/link/route.tsx', 'door'],
  roomCopy: ['/rooms/:RoomGuid/copy', 'rooms/copy/route.tsx', 'room'],
  roomGive: ['/rooms/:RoomGuid/give', 'rooms/transfer/route.tsx', 'room'],
  roomOffer: ['/rooms/:RoomGuid/offer', 'rooms/transfer/offer/route.tsx', 'room'],
  roomUpgrade: ['/rooms/:RoomGuid/upgrade', 'rooms/upgrade/route.tsx', 'room'],
  teamRooms: ['/team/rooms', 'rooms/team/route.tsx', 'shell'],
  teamRoom: ['/team/rooms/:RoomGuid', 'rooms/team/room/route.tsx', 'shell'],

  unknown: ['/*', 'public/unknown/route.tsx', 'door'],
} as const satisfies Record<
  string,
  readonly [path: `/${string}`, module: string, layout: keyof typeof layouts]
>

/** What surrounds a page: the signed-in shell, a data room's bar, the recipient's and the access door, a viewer, or nothing. */
export const layouts = {
  shell: 'layouts/shell.tsx',
  room: 'layouts/room.tsx',
  door: 'layouts/door.tsx',
  bare: 'layouts/bare.tsx',
  none: null,
} as const

/** What an address is called by. */
export type AddressName = keyof typeof addresses

/** Addresses whose forms may carry files: the upload door reads these before Remix does. */
export const uploadAddresses: ReadonlySet<AddressName> = new Set([
  'share',
  'upload',
  'send',
  'shareVersions',
  'roomAdd',
  'roomUpload',
  'roomFile',
] as const)

const patterns = Object.entries(addresses).map(([name, [path]]) => ({
  name: name as AddressName,
  pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace('*', '.*')}/*$`, 'i'),
}))

/** The name of what an address leads to, read as the router does: percent signs, letter case, slashes at the end. */
export function nameOf(pathname: string): AddressName {
  const address = decoded(pathname.replace(/(?<=.)\.data$/, ''))
  return patterns.find(({ pattern }) => pattern.test(address))?.name ?? 'unknown'
}

/** What stands in a path at the places that its address names. */
export function parametersOf(pathname: string): Record<string, string> {
  const [path] = addresses[nameOf(pathname)]
  const segments = decoded(pathname.replace(/(?<=.)\.data$/, '')).split('/')
  const names = path.split('/').map((segment, index) => [segment, segments[index] ?? ''] as const)
  return Object.fromEntries(
    names.filter(([segment]) => segment.startsWith(':')).map(([segment, value]) => [segment.slice(1), value]),
  )
}

function decoded(pathname: string): string {
  try {
    const segments = pathname.split('/').map((segment) => decodeURIComponent(segment))
    return segments.map((segment) => segment.replaceAll('/', '%2F')).join('/')
  } catch {
    return pathname
  }
}

type Parameters<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [Key in Name | keyof Parameters<`/${Rest}`>]: string }
  : Path extends `${string}:${infer Name}`
    ? { [Key in Name]: string }
    : Record<never, string>
/** What an address names in its path. */
export type ParametersOf<N extends AddressName> = Parameters<(typeof addresses)[N][0]>
type Name = Exclude<AddressName, 'unknown'>
type Query = Record<string, string | number | undefined>

/** The address of a named screen; empty query values are left out. */
export function href<N extends Name>(
  name: N,
  ...[parameters, query]: keyof Parameters<(typeof addresses)[N][0]> extends never
    ? [parameters?: Record<never, string>, query?: Query]
    : [parameters: Parameters<(typeof addresses)[N][0]>, query?: Query]
): string {
  const values = (parameters ?? {}) as Record<string, string>
  const path = addresses[name][0].replace(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(values[key] ?? ''),
  )
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {}))
    if (value !== undefined) search.set(key, String(value))
  return search.size > 0 ? `${path}?${search}` : path
}
