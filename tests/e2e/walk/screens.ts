import type { RouteId } from '#app/routes.ts'
import type { Who, World } from './world.ts'

/** A screen in one of its states: who looks at it, and where; `status` where that is not 200. */
export type Screen = { as: Who; at: (world: World) => string; status?: number }

/** Addresses with a page only where someone comes from elsewhere, and why they are not walked. */
export const notWalked: Partial<Record<RouteId, string>> = {
  'operator.requests.decide': 'needs a request that waits; its page is that of operator.accounts.plan',
  'access.setup': 'asked for after a provider signed in; its fields are those of access.setupLink',
  'access.handOff': 'a code of one minute; its page is that of rooms.readCode',
  'rooms.readCode': 'a code of one minute, for one file',
  'access.providers.start': 'leads to a provider',
  'access.providers.callback': 'leads on',
  'access.providers.confirm': 'comes from a provider',
  'access.sso.finish': 'leads on',
  'access.sso.callback': 'leads on',
  'public.unknown': 'leads to the start; what is missing inside an area is access.notFound',
  'reading.sender': 'leads to the viewer',
  'reading.sheet': 'needs an office program on the server',
  'rooms.read1': 'leads to the viewer, or says as rooms.file why not',
  'rooms.read2': 'leads to the viewer, or says as rooms.file why not',
  'team.accept': 'by the link of an email, which works once; without it, it leads to team.invalid',
  'team.reject': 'by the link of an email, which works once; without it, it leads to team.invalid',
  'settings.emailLink': 'in reminders, which come days later; its page is that of rooms.emails.link',
}

const stranger = (address: string, status?: number) => seen('stranger', () => address, status)
const hal = (address: string) => seen('hal', () => address)
const sender = (at: Screen['at']) => seen('sender', at)
const grace = (at: Screen['at'], status?: number) => seen('grace', at, status)
const share = (page = '') => sender(({ shares }) => `/s/${shares.main}${page}`)
const room = (page: string | ((world: World) => string)) =>
  sender((world) => `/rooms/${world.alba.room}/${typeof page === 'string' ? page : page(world)}`)

const account = (page = '') => sender(({ paths }) => `${paths.account}${page}`)

/** Every screen, by its address in app/routes.ts, in the states in which it looks different. */
export const screens: Partial<Record<RouteId, Screen[]>> = {
  'public.version': [stranger('/version')],
  'public.send': [stranger('/send')],
  'public.test': [stranger('/test')],
  'public.thankYou': [stranger('/thankyou'), stranger('/thankyou?for=plan')],
  'plans.portal': [hal('/salesportal'), sender(() => '/salesportal?closes=free')],
  'plans.link': [stranger('/p/plan/nothing', 410)],
  'plans.trial': [hal('/salesportal/trial')],
  'public.feedback': [stranger('/c/feedback')],

  'access.login': [stranger('/access/login')],
  'access.secondFactor': [seen('half', () => '/access/secondfactor')],
  'access.setupLink': [seen('stranger', ({ paths }) => paths.setup)],
  'access.changePassword': [sender(() => '/access/changepassword')],
  'access.logout': [sender(() => '/access/logout')],
  'access.fileLogin': [seen('stranger', ({ shares }) => `/access/filelogin?share=${shares.main}`)],
  'access.register': [stranger('/access/register')],
  'access.validation': [stranger('/access/validation')],
  'access.activated': [seen('stranger', ({ paths }) => paths.activation)],
  'access.reset': [stranger('/access/reset')],
  'access.notFound': [stranger('/access/404', 404)],
  'access.error': [stranger('/access/500', 500)],
  'access.reactivate': [stranger('/access/keep')],
  'access.sso.start': [stranger('/access/sso')],

  'home.index': [sender(() => '/home'), hal('/home')],
  'home.menu': [sender(() => '/menu')],
  'home.search': [sender(() => '/search?q=a'), sender(() => '/search?q=nothing')],
  'home.tour': [sender(() => '/tour')],
  'home.tourDone': [stranger('/tour/done')],

  'operator.confirm': [sender(() => '/operator/confirm')],
  'operator.overview': [sender(() => '/operator')],
  'operator.accounts.index': [
    sender(() => '/operator/accounts'),
    sender(() => '/operator/accounts?q=ben'),
    sender(() => '/operator/accounts?q=nothing'),
  ],
  'operator.accounts.create': [sender(() => '/operator/accounts/new')],
  'operator.accounts.account': [account()],
  'operator.accounts.plan': [account('/plan'), account('/plan?tier=free')],
  'operator.jobs.index': [sender(() => '/operator/jobs'), sender(() => '/operator/jobs?show=failed')],
  'operator.jobs.act': [sender(() => `/operator/jobs/${'0'.repeat(32)}/drop`)],
  'operator.emails.index': [sender(() => '/operator/emails')],
  'operator.emails.act': [sender(() => '/operator/emails/test')],
  'operator.requests.index': [sender(() => '/operator/requests')],
  'operator.backups.index': [sender(() => '/operator/backups')],
  'operator.backups.verify': [sender(() => '/operator/backups/quick')],
  'operator.storage': [sender(() => '/operator/storage')],
  'operator.teams': [sender(() => '/operator/teams')],
  'operator.refusals': [sender(() => '/operator/refusals')],
  'operator.settings': [sender(() => '/operator/settings')],
  'operator.accounts.act': [account('/disable'), account('/delete')],
  'operator.audit': [sender(() => '/operator/audit')],

  'shares.index': [hal('/s'), sender(() => '/s'), sender(() => '/s?q=nothing')],
  'shares.new': [sender(() => '/share'), sender(() => '/share?write=note')],
  'shares.sent': [sender(({ paths }) => paths.sending)],
  'shares.presets': [sender(() => '/share/presets')],
  'shares.watermarkLookup': [sender(() => '/s/trace')],
  'shares.trash': [hal('/bin'), sender(() => '/bin')],
  'shares.details': [
    share(),
    sender(({ shares }) => `/s/${shares.ended}`),
    sender(({ shares }) => `/s/${shares.note}`),
  ],
  'shares.edit': [share('/edit')],
  'shares.versions': [share('/versions')],
  'shares.activity': [share('/activity')],
  'shares.person': [sender(({ paths }) => paths.person)],
  'shares.requests': [share('/requests')],
  'shares.comments': [share('/comments')],
  'shares.passkey': [sender(({ shares }) => `/s/${shares.passkey}/passkey`)],
  'shares.terms': [sender(({ shares }) => `/s/${shares.terms}/terms`)],
  'shares.resend': [share('/again')],
  'shares.delete': [share('/delete')],

  'received.index': [hal('/r'), seen('ben', () => '/r'), sender(() => '/r')],
  'received.reader': [grace(() => '/files')],
  'received.receipt': [grace(({ shares }) => `/files/${shares.main}`)],

  'reading.entry': [
    grace(({ shares }) => `/file/${shares.main}`),
    grace(({ shares }) => `/file/${shares.ended}`, 410),
    seen('stranger', ({ shares }) => `/file/${shares.open}`),
  ],
  'reading.personal': [seen('stranger', ({ paths }) => paths.personal)],
  'reading.passkey': [seen('stranger', ({ shares }) => `/file/${shares.passkey}/passkey`)],
  'reading.name': [grace(({ shares }) => `/file/${shares.named}/name`)],
  'reading.terms': [grace(({ shares }) => `/file/${shares.terms}/terms`)],
  'reading.forward': [grace(({ shares }) => `/file/${shares.main}/forward`)],
  'reading.comments': [grace(({ shares }) => `/file/${shares.main}/comments`)],
  'reading.view': [
    grace(({ shares }) => `/view/${shares.main}`),
    sender(({ shares }) => `/view/${shares.main}?viewAs=sender`),
  ],
  'reading.thumbnails': [grace(({ shares }) => `/view/${shares.main}/thumbnails`)],
  'reading.text': [grace(({ shares }) => `/view/${shares.main}/text`)],
  'reading.print': [grace(({ shares }) => `/view/${shares.main}/print`)],
  'reading.play': [grace(({ shares }) => `/view/${shares.sound}/play`)],

  'rooms.index': [hal('/d'), sender(() => '/d')],
  'rooms.create': [sender(() => '/foldercreate')],
  'rooms.folder1': [sender(({ alba }) => `/d/${alba.old}`)],
  'rooms.folder2': [
    sender(({ alba }) => `/dr/${alba.room}`),
    sender(({ alba }) => `/dr/${alba.folder}`),
    grace(({ alba }) => `/dr/${alba.room}`),
  ],
  'rooms.entry': [seen('priya', ({ alba }) => `/rooms/${alba.room}/door`)],
  'rooms.file': [room(({ alba }) => `files/${alba.file}`)],
  'rooms.add': [room(({ alba }) => `add/${alba.folder}`)],
  'rooms.arrange': [0, 1, 2, 3].map((at) => sender(({ alba }) => alba.asked[at]!)),
  'rooms.search': [room('search?q=a')],
  'rooms.itemTrash': [room('bin')],
  'rooms.zip': [room(({ alba }) => `zip?item=${alba.folder}`)],
  'zips.page': [sender(({ alba }) => alba.zip)],
  'rooms.terms': [room('terms')],
  'rooms.leave': [seen('ben', ({ alba }) => `/rooms/${alba.room}/leave`)],
  'rooms.stats1': [sender(({ alba }) => `/folderstats/${alba.old}`)],
  'rooms.stats2': [sender(({ alba }) => `/drstats/${alba.room}`)],
  'rooms.settings': [room('settings')],
  'rooms.copy': [room('copy')],
  'rooms.transfer': [room('give')],
  'rooms.transferOffer': [seen('ben', ({ alba }) => `/rooms/${alba.old}/offer`)],
  'rooms.upgrade': [sender(({ alba }) => `/rooms/${alba.old}/upgrade`)],
  'rooms.archive': [room('end')],
  'rooms.remove': [room('remove')],
  'rooms.trash': [sender(() => '/d/bin')],
  'rooms.trashErase': [sender(({ alba }) => `/d/bin/${alba.removed}/erase`)],
  'rooms.people.index': [room('people'), room('people?panel=add')],
  'rooms.people.person': [room(({ alba }) => `people/${alba.member}`)],
  'rooms.people.groups': [room('groups'), room('groups?panel=add')],
  'rooms.people.group': [room(({ alba }) => `groups/${alba.group}`)],
  'rooms.rights.matrix': [room('rights')],
  'rooms.rights.holder': [room(({ alba }) => `rights/${alba.member}`)],
  'rooms.rights.viewAs': [room(({ alba }) => `as/${alba.member}`)],
  'rooms.rights.explain': [room(({ alba }) => `why/${alba.member}/${alba.file}`)],
  'rooms.emails.index': [room('letters')],
  'rooms.emails.notify': [room(({ alba }) => `notify/${alba.batch}`)],
  'rooms.emails.pending': [room('later')],
  'rooms.emails.link': [seen('stranger', ({ paths }) => paths.roomEmails)],
  'rooms.team.index': [sender(() => '/team/rooms')],
  'rooms.team.room': [sender(({ alba }) => `/team/rooms/${alba.bens}`)],

  'team.admin': [
    sender(() => '/team/admin'),
    sender(() => '/team/admin?q=nothing'),
    sender(() => '/team/admin?panel=invite'),
    sender(() => '/team/admin?tabActive=domains'),
    sender(() => '/team/admin?tabActive=team'),
    sender(() => '/team/admin?tabActive=team&panel=close'),
    sender(() => '/team/admin?tabActive=audit'),
  ],
  'team.new': [hal('/team/new')],
  'team.leave': [sender(() => '/team/leave')],
  'team.domainLock': [stranger('/team/domainlock?domain=northwind.example', 403)],
  'team.invalid': [stranger('/team/invalid/0123456789abcdef0123456789abcdef')],

  'requests.index': [hal('/requests'), sender(() => '/requests')],
  'requests.access': [seen('hal', ({ shares }) => `/p/request/${shares.main}`)],
  'requests.decision': [
    seen('stranger', ({ paths }) => paths.approve),
    seen('stranger', ({ paths }) => paths.reject),
  ],

  'settings.index': [
    'profile',
    'addresses',
    'password',
    'twofactor',
    'sessions',
    'connected',
    'notifications',
    'terms',
    'plan',
    'data',
  ].map((tab) => sender(() => `/setting?tabActive=${tab}`)),
  'settings.activity': [sender(() => '/setting/activity')],
  'settings.delete': [sender(() => '/setting/delete')],
}

function seen(as: Who, at: Screen['at'], status?: number): Screen {
  return { as, at, status: status ?? 200 }
}
