import { addressesOf, filledIn } from './address-table.ts'
import type { Address, Ids, Parameters, PathAt, Query, Table } from './address-table.ts'
import type { layouts } from './layout-table.ts'

export { layouts } from './layout-table.ts'

/**
 * Every address, by area: path, module under app/, layout, and whether its forms may have files, which the upload door
 * reads before Remix does, or its requests the bytes of resumable uploads. Both versions of data rooms share modules.
 */
const table = {
  public: {
    version: ['/version', 'public/version/route.tsx', 'door'],
    config: ['/config', 'public/config/route.ts', 'none'],
    api: ['/api', 'public/api/route.tsx', 'bare'],
    openApi: ['/api/openapi.json', 'public/open-api/route.ts', 'none'],
    send: ['/send', 'public/send/route.tsx', 'door', 'files'],
    test: ['/test', 'public/test/route.tsx', 'door'],
    thankYou: ['/thankyou', 'public/thank-you/route.tsx', 'door'],
    feedback: ['/c/feedback', 'public/feedback/route.tsx', 'door'],
    barColours: ['/bar/:Colours', 'public/bar-colours/route.ts', 'none'],
    logo: ['/logo/:Logo', 'public/logo/route.ts', 'none'],
    unknown: ['/*', 'public/unknown/route.tsx', 'door'],
  },
  operator: {
    live: ['/health/live', 'operator/live/route.ts', 'none'],
    ready: ['/health/ready', 'operator/ready/route.ts', 'none'],
    metrics: ['/metrics', 'operator/metrics/route.ts', 'none'],
    confirm: ['/operator/confirm', 'operator/confirm/route.tsx', 'shell'],
    overview: ['/operator', 'operator/overview/route.tsx', 'shell'],
    accounts: {
      index: ['/operator/accounts', 'operator/accounts/route.tsx', 'shell'],
      create: ['/operator/accounts/new', 'operator/accounts/create/route.tsx', 'shell'],
      account: ['/operator/accounts/:User', 'operator/accounts/account/route.tsx', 'shell'],
      plan: ['/operator/accounts/:User/plan', 'operator/accounts/plan/route.tsx', 'shell'],
      act: ['/operator/accounts/:User/:Act', 'operator/accounts/act/route.tsx', 'shell'],
    },
    jobs: {
      index: ['/operator/jobs', 'operator/jobs/route.tsx', 'shell'],
      act: ['/operator/jobs/:Job/:Act', 'operator/jobs/act/route.tsx', 'shell'],
    },
    emails: {
      index: ['/operator/emails', 'operator/emails/route.tsx', 'shell'],
      act: ['/operator/emails/:Act', 'operator/emails/act/route.tsx', 'shell'],
    },
    audit: ['/operator/audit', 'operator/audit/route.tsx', 'shell'],
    auditExport: ['/operator/audit/export', 'operator/audit/export/route.ts', 'none'],
    requests: {
      index: ['/operator/requests', 'operator/requests/route.tsx', 'shell'],
      decide: ['/operator/requests/:Request/:Decision', 'operator/requests/decide/route.tsx', 'shell'],
    },
    backups: {
      index: ['/operator/backups', 'operator/backups/route.tsx', 'shell'],
      verify: ['/operator/backups/:How', 'operator/backups/verify/route.tsx', 'shell'],
    },
    storage: {
      index: ['/operator/storage', 'operator/storage/route.tsx', 'shell'],
      clean: ['/operator/storage/clean', 'operator/storage/clean/route.tsx', 'shell'],
    },
    teams: {
      index: ['/operator/teams', 'operator/teams/route.tsx', 'shell'],
      team: ['/operator/teams/:Team', 'operator/teams/team/route.tsx', 'shell'],
      act: ['/operator/teams/:Team/:Act', 'operator/teams/act/route.tsx', 'shell'],
    },
    codes: {
      index: ['/operator/codes', 'operator/codes/route.tsx', 'shell'],
      create: ['/operator/codes/new', 'operator/codes/create/route.tsx', 'shell'],
      revoke: ['/operator/codes/:Code/revoke', 'operator/codes/revoke/route.tsx', 'shell'],
    },
    refusals: ['/operator/refusals', 'operator/refusals/route.tsx', 'shell'],
    settings: ['/operator/settings', 'operator/settings/route.tsx', 'shell'],
  },
  access: {
    login: ['/access/login', 'access/login/route.tsx', 'door'],
    loginEmail: ['/access/login/:UserEmail', 'access/login/email/route.ts', 'none'],
    emailCode: ['/access/code', 'access/email-code/route.tsx', 'door'],
    secondFactor: ['/access/secondfactor', 'access/second-factor/route.tsx', 'door'],
    handOff: ['/access/handoff', 'access/hand-off/route.tsx', 'door'],
    setup: ['/access/setup', 'access/setup/route.tsx', 'door'],
    setupLink: ['/access/setup/:token', 'access/setup/link/route.tsx', 'door'],
    changePassword: ['/access/changepassword', 'access/change-password/route.tsx', 'door'],
    logout: ['/access/logout', 'access/logout/route.tsx', 'door'],
    fileLogin: ['/access/filelogin', 'access/file-login/route.tsx', 'door'],
    register: ['/access/register', 'access/register/route.tsx', 'door'],
    validation: ['/access/validation', 'access/register/validation/route.tsx', 'door'],
    activated: ['/access/activated/:token', 'access/register/activated/route.tsx', 'door'],
    reset: ['/access/reset', 'access/reset/route.tsx', 'door'],
    notFound: ['/access/404', 'access/not-found/route.tsx', 'door'],
    error: ['/access/500', 'access/error/route.tsx', 'door'],
    reactivate: ['/access/keep', 'access/reactivate/route.tsx', 'door'],
    providers: {
      start: ['/access/via/:provider', 'access/providers/start/route.tsx', 'door'],
      callback: ['/access/callback/:provider', 'access/providers/callback/route.tsx', 'door'],
      confirm: ['/access/confirm/:state', 'access/providers/confirm/route.tsx', 'door'],
    },
    sso: {
      start: ['/access/sso', 'access/sso/route.tsx', 'door'],
      finish: ['/access/sso/finish', 'access/sso/finish/route.tsx', 'door'],
      callback: ['/access/callback/sso/:team', 'access/sso/callback/route.tsx', 'door'],
      samlMetadata: ['/access/sso/saml/metadata/:team', 'access/sso/saml-metadata/route.ts', 'none'],
      samlConsumer: ['/access/sso/saml/:team', 'access/sso/saml-consumer/route.ts', 'none'],
    },
  },
  home: {
    index: ['/home', 'home/route.tsx', 'shell'],
    menu: ['/menu', 'home/menu/route.tsx', 'shell'],
    search: ['/search', 'home/search/route.tsx', 'shell'],
    tour: ['/tour', 'home/tour/route.tsx', 'shell'],
    tourDone: ['/tour/done', 'home/tour/done/route.tsx', 'door'],
  },
  shares: {
    index: ['/s', 'shares/sent/route.tsx', 'shell'],
    new: ['/share', 'shares/new/route.tsx', 'shell', 'files'],
    sent: ['/share/sent/:SendingGuid', 'shares/new/sent/route.tsx', 'shell'],
    presets: ['/share/presets', 'shares/presets/route.tsx', 'shell'],
    watermarkSample: ['/share/watermark', 'shares/watermark-sample/route.ts', 'none'],
    watermarkLookup: ['/s/trace', 'shares/watermark-lookup/route.tsx', 'shell'],
    trash: ['/bin', 'shares/trash/route.tsx', 'shell'],
    sentExport: ['/s/export', 'shares/sent/export/route.ts', 'none'],
    details: ['/s/:ShareGuid', 'shares/share/route.tsx', 'shell'],
    edit: ['/s/:ShareGuid/edit', 'shares/share/edit/route.tsx', 'shell'],
    versions: ['/s/:ShareGuid/versions', 'shares/share/versions/route.tsx', 'shell', 'files'],
    activity: ['/s/:ShareGuid/activity', 'shares/share/activity/route.tsx', 'shell'],
    export: ['/s/:ShareGuid/export', 'shares/share/export/route.ts', 'none'],
    person: ['/s/:ShareGuid/people/:Recipient', 'shares/share/person/route.tsx', 'shell'],
    requests: ['/s/:ShareGuid/requests', 'shares/share/requests/route.tsx', 'shell'],
    comments: ['/s/:ShareGuid/comments', 'shares/share/comments/route.tsx', 'shell'],
    passkey: ['/s/:ShareGuid/passkey', 'shares/share/passkey/route.tsx', 'shell'],
    terms: ['/s/:ShareGuid/terms', 'shares/share/terms/route.tsx', 'shell'],
    termsExport: ['/s/:ShareGuid/terms/export', 'shares/share/terms/export/route.ts', 'none'],
    resend: ['/s/:ShareGuid/again', 'shares/share/resend/route.tsx', 'shell'],
    delete: ['/s/:ShareGuid/delete', 'shares/share/delete/route.tsx', 'shell'],
  },
  received: {
    index: ['/r', 'received/list/route.tsx', 'shell'],
    reader: ['/files', 'received/reader/route.tsx', 'door'],
    receipt: ['/files/:ShareGuid', 'received/receipt/route.tsx', 'door'],
  },
  reading: {
    entry: ['/file/:ShareGuid', 'reading/entry/route.tsx', 'door'],
    personal: ['/file/:ShareGuid/for/:Recipient', 'reading/personal/route.tsx', 'door'],
    entryEmail: ['/file/:ShareGuid/:Email', 'reading/entry/email/route.ts', 'none'],
    passkey: ['/file/:ShareGuid/passkey', 'reading/passkey/route.tsx', 'door'],
    name: ['/file/:ShareGuid/name', 'reading/name/route.tsx', 'door'],
    terms: ['/file/:ShareGuid/terms', 'reading/terms/route.tsx', 'door'],
    forward: ['/file/:ShareGuid/forward', 'reading/forward/route.tsx', 'door'],
    comments: ['/file/:ShareGuid/comments', 'reading/comments/route.tsx', 'door'],
    sender: ['/filesender/:ShareGuid', 'reading/sender/route.tsx', 'door'],
    view: ['/view/:ShareGuid', 'reading/view/route.tsx', 'bare'],
    pageImage: ['/view/:ShareGuid/page/:Page', 'reading/page-image/route.ts', 'none'],
    thumbnail: ['/thumbnail/:ShareGuid', 'reading/thumbnail/route.ts', 'none'],
    thumbnails: ['/view/:ShareGuid/thumbnails', 'reading/thumbnails/route.tsx', 'bare'],
    pageSizes: ['/view/:ShareGuid/pages', 'reading/page-sizes/route.ts', 'none'],
    text: ['/view/:ShareGuid/text', 'reading/text/route.tsx', 'bare'],
    find: ['/view/:ShareGuid/find', 'reading/find/route.ts', 'none'],
    sheet: ['/view/:ShareGuid/sheet', 'reading/sheet/route.tsx', 'bare'],
    cellColours: ['/cells/:Colours', 'reading/sheet/cell-colours/route.ts', 'none'],
    print: ['/view/:ShareGuid/print', 'reading/print/route.tsx', 'bare'],
    play: ['/view/:ShareGuid/play', 'reading/play/route.tsx', 'bare'],
    media: ['/view/:ShareGuid/media', 'reading/play/media/route.ts', 'none'],
    animation: ['/view/:ShareGuid/animation', 'reading/play/animation/route.ts', 'none'],
    heartbeat: ['/view/:ShareGuid/pulse', 'reading/heartbeat/route.tsx', 'none'],
    download: ['/view/:ShareGuid/download', 'reading/download/route.ts', 'none'],
  },
  uploads: {
    index: ['/uploads/resumable', 'uploads/route.ts', 'none', 'chunks'],
    upload: ['/uploads/resumable/:UploadGuid', 'uploads/upload/route.ts', 'none', 'chunks'],
  },
  clouds: {
    connect: ['/add/connect/:Cloud', 'clouds/connect/route.tsx', 'shell'],
    callback: ['/add/box', 'clouds/callback/route.tsx', 'shell'],
    pick: ['/add/files/:CopyGuid', 'clouds/picker/route.tsx', 'shell'],
    copy: ['/add/copies/:CopyGuid', 'clouds/copy/route.tsx', 'shell'],
  },
  rooms: {
    index: ['/d', 'rooms/list/route.tsx', 'shell'],
    create: ['/foldercreate', 'rooms/create/route.tsx', 'shell'],
    folder1: ['/d/:ShareGuid', 'rooms/folder/route.tsx', 'room'],
    folder2: ['/dr/:ShareGuid', 'rooms/folder/route.tsx', 'room'],
    entry: ['/rooms/:RoomGuid/door', 'rooms/entry/route.tsx', 'door'],
    entryEmail: ['/d/:ShareGuid/:Email', 'rooms/entry/email/route.ts', 'none'],
    read1: ['/filefolder/:ShareGuid/:ParentGuid', 'rooms/read/route.tsx', 'door'],
    read2: ['/drfile/:ShareGuid/:ParentGuid', 'rooms/read/route.tsx', 'door'],
    readCode: ['/filefolder/:ShareGuid/:ParentGuid/:Code', 'rooms/read/code/route.tsx', 'door'],
    file: ['/rooms/:RoomGuid/files/:ShareGuid', 'rooms/file/route.tsx', 'room', 'files'],
    comments: ['/rooms/:RoomGuid/files/:ShareGuid/comments', 'rooms/file/comments/route.tsx', 'room'],
    add: ['/rooms/:RoomGuid/add/:ParentGuid', 'rooms/add/route.tsx', 'room', 'files'],
    addPart: ['/rooms/:RoomGuid/add/:ParentGuid/part', 'rooms/add/part/route.ts', 'none'],
    arrange: ['/rooms/:RoomGuid/arrange/:ParentGuid', 'rooms/arrange/route.tsx', 'room'],
    search: ['/rooms/:RoomGuid/search', 'rooms/search/route.tsx', 'room'],
    itemTrash: ['/rooms/:RoomGuid/bin', 'rooms/item-trash/route.tsx', 'room'],
    zip: ['/rooms/:RoomGuid/zip', 'rooms/zip/route.tsx', 'room'],
    terms: ['/rooms/:RoomGuid/terms', 'rooms/terms/route.tsx', 'room'],
    termsExport: ['/rooms/:RoomGuid/terms/export', 'rooms/terms/export/route.ts', 'none'],
    export: ['/rooms/:RoomGuid/export', 'rooms/export/route.ts', 'none'],
    leave: ['/rooms/:RoomGuid/leave', 'rooms/leave/route.tsx', 'door'],
    stats1: ['/folderstats/:RoomGuid', 'rooms/stats/route.tsx', 'room'],
    stats2: ['/drstats/:RoomGuid', 'rooms/stats/route.tsx', 'room'],
    settings: ['/rooms/:RoomGuid/settings', 'rooms/settings/route.tsx', 'room'],
    copy: ['/rooms/:RoomGuid/copy', 'rooms/copy/route.tsx', 'room'],
    transfer: ['/rooms/:RoomGuid/give', 'rooms/transfer/route.tsx', 'room'],
    transferOffer: ['/rooms/:RoomGuid/offer', 'rooms/transfer/offer/route.tsx', 'room'],
    upgrade: ['/rooms/:RoomGuid/upgrade', 'rooms/upgrade/route.tsx', 'room'],
    archive: ['/rooms/:RoomGuid/end', 'rooms/archive/route.tsx', 'room'],
    remove: ['/rooms/:RoomGuid/remove', 'rooms/remove/route.tsx', 'room'],
    trash: ['/d/bin', 'rooms/trash/route.tsx', 'shell'],
    trashErase: ['/d/bin/:RoomGuid/erase', 'rooms/trash/erase/route.tsx', 'shell'],
    people: {
      index: ['/rooms/:RoomGuid/people', 'rooms/people/route.tsx', 'room'],
      person: ['/rooms/:RoomGuid/people/:Member', 'rooms/people/person/route.tsx', 'room'],
      groups: ['/rooms/:RoomGuid/groups', 'rooms/people/groups/route.tsx', 'room'],
      group: ['/rooms/:RoomGuid/groups/:Group', 'rooms/people/groups/group/route.tsx', 'room'],
    },
    rights: {
      matrix: ['/rooms/:RoomGuid/rights', 'rooms/rights/matrix/route.tsx', 'room'],
      holder: ['/rooms/:RoomGuid/rights/:Holder', 'rooms/rights/route.tsx', 'room'],
      viewAs: ['/rooms/:RoomGuid/as/:Member', 'rooms/rights/view-as/route.tsx', 'room'],
      explain: ['/rooms/:RoomGuid/why/:Member/:ShareGuid', 'rooms/rights/explain/route.tsx', 'room'],
    },
    emails: {
      index: ['/rooms/:RoomGuid/letters', 'rooms/emails/route.tsx', 'room'],
      notify: ['/rooms/:RoomGuid/notify/:Batch', 'rooms/emails/notify/route.tsx', 'room'],
      pending: ['/rooms/:RoomGuid/later', 'rooms/emails/pending/route.tsx', 'room'],
      link: ['/p/roomletters/:Link', 'rooms/emails/link/route.tsx', 'door'],
    },
    team: {
      index: ['/team/rooms', 'rooms/team/route.tsx', 'shell'],
      room: ['/team/rooms/:RoomGuid', 'rooms/team/room/route.tsx', 'shell'],
    },
  },
  team: {
    admin: ['/team/admin', 'team/admin/route.tsx', 'shell', 'files'],
    new: ['/team/new', 'team/new/route.tsx', 'shell'],
    leave: ['/team/leave', 'team/leave/route.tsx', 'shell'],
    domainLock: ['/team/domainlock', 'team/domain-lock/route.tsx', 'door'],
    changeEmail: ['/team/domainlock/email', 'team/domain-lock/email/route.tsx', 'door'],
    accept: ['/team/accept/:TeamInviteGuid', 'team/invitation/accept/route.tsx', 'door'],
    reject: ['/team/reject/:TeamInviteGuid', 'team/invitation/reject/route.tsx', 'door'],
    invalid: ['/team/invalid/:TeamInviteGuid', 'team/invitation/invalid/route.tsx', 'door'],
    auditExport: ['/team/admin/audit', 'team/audit-export/route.ts', 'none'],
    termsExport: ['/team/admin/terms', 'team/terms-export/route.ts', 'none'],
    reportExport: ['/team/admin/report', 'team/report-export/route.ts', 'none'],
  },
  zips: {
    page: ['/zips/:JobDate/:Batch/:Secret', 'zips/page/route.tsx', 'door'],
    part: ['/zips/:JobDate/:Batch/:Secret/:Part', 'zips/part/route.ts', 'none'],
  },
  exports: {
    ask: ['/exports/new', 'exports/ask/route.tsx', 'shell'],
    page: ['/exports/:Export', 'exports/page/route.tsx', 'shell'],
    file: ['/exports/:Export/file', 'exports/file/route.ts', 'none'],
  },
  requests: {
    index: ['/requests', 'requests/list/route.tsx', 'shell'],
    access: ['/p/request/:ShareGuid', 'requests/access/route.tsx', 'door'],
    decision: ['/p/:What/:Decision/:ShareGuid', 'requests/decision/route.tsx', 'door'],
  },
  plans: {
    portal: ['/salesportal', 'plans/portal/route.tsx', 'shell'],
    link: ['/p/plan/:Link', 'plans/link/route.tsx', 'door'],
    trial: ['/salesportal/trial', 'plans/trial/route.tsx', 'shell'],
  },
  settings: {
    index: ['/setting', 'settings/account/route.tsx', 'shell'],
    activity: ['/setting/activity', 'settings/activity/route.tsx', 'shell'],
    activityExport: ['/setting/activity/export', 'settings/activity/export/route.ts', 'none'],
    export: ['/setting/export', 'settings/export/route.ts', 'none'],
    delete: ['/setting/delete', 'settings/delete/route.tsx', 'shell'],
    emailLink: ['/p/letters/:Link', 'settings/email-link/route.tsx', 'door'],
  },
  legacy: {
    start: ['/', 'public/legacy-redirect/route.ts', 'none'],
    outgoing: ['/outgoing', 'public/legacy-redirect/route.ts', 'none'],
    incoming: ['/incoming', 'public/legacy-redirect/route.ts', 'none'],
    registerEmail: ['/access/register/:Email', 'public/legacy-redirect/route.ts', 'none'],
    registerCode: ['/access/register/:Email/:SignupCode', 'public/legacy-redirect/route.ts', 'none'],
    validationEmail: ['/access/validation/:Email', 'public/legacy-redirect/route.ts', 'none'],
    folders: ['/folder', 'public/legacy-redirect/route.ts', 'none'],
    folder: ['/folder/:ShareGuid', 'public/legacy-redirect/route.ts', 'none'],
  },
} as const satisfies Table<keyof typeof layouts>

/** What an address is called by in the table: `rooms.people.person`. */
export type RouteId = Ids<typeof table>
export type Route<Id extends RouteId = RouteId> = Address<Id, keyof typeof layouts>

/** Links are written as `href(routes.rooms.people.person, …)`, so that a changed path changes in one place. */
export const { byName: routes, every: everyRoute } = addressesOf<typeof table, keyof typeof layouts>(table)

export type ParametersOf<Id extends RouteId> = Parameters<PathAt<typeof table, Id>>

/** The address of a screen; empty query values are left out. */
export function href<Id extends RouteId>(
  { pieces }: Route<Id>,
  ...[parameters, query]: keyof ParametersOf<Id> extends never
    ? [parameters?: Record<never, string>, query?: Query]
    : [parameters: ParametersOf<Id>, query?: Query]
): string {
  return filledIn(pieces, parameters ?? {}, query)
}
