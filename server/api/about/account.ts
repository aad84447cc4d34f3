import type { AboutCalls } from './about-call.ts'
import { limits } from './limits.ts'

/** What is said about calls: accounts. */
export const aboutAccount: AboutCalls = {
  'POST /v2/account/token': {
    does: 'Sign in',
    done: [10000],
    refusals: [10001, 10002, 10006, 10010, 10011, 10012, 10013],
    limits: limits.signIn,
    example: ['Email', 'Password'],
    about:
      'Signs in. Needs no token. Fields: `Credentials`, or `Email` and `Password`; `TwoFACode`. `AppPlatform`, `AppVersion`, `UserAgent` and `Referral` are accepted and ignored.\n\n`Credentials` is `***1` (remember me, 30 days) or `***0`, then address and password joined by a colon, in base64, reversed. That is encoding and protects nothing; HTTPS does. The plain form (`***0sender@example.org:password`) is accepted, too.\n\nAnswers 10000 with `AccessToken`, `ExpiresAt` (the latest end), `Hash` (`ID`, an HMAC of the account, and `Date`, for a support chat that wants to know who is asking) and `User` (Email, FirstName, LastName, UserGuid, Status, StatusInvite, AccountTier, AccountTierCode, OnboardingStatus, IsPasswordReset, TeamGuid, TeamRole, UsageStorageConsumed, UsageStorageQuota, HadTrial, EnabledLoginMethod). After 10010 send the same again with `TwoFACode`. Attempts count together with those on the sign-in page. Accounts that use a sign-in provider sign in with a browser only.',
  },
  'GET /v3/users/info': {
    does: 'The caller’s account',
    done: [10120],
    about: 'Answers 10120 with `User`, even while the account must first complete another step.',
  },
  'GET /v1/account/validate': {
    does: 'Whether the token is valid',
    done: [10000],
    about: 'Answers 10000 while the token is valid.',
  },
  'POST /v1/account/handoff': {
    does: 'Go on in a browser',
    about:
      'Hands the user over to a browser: answers `Code` (`hash|token|date`), which works once, for a minute, and `Url`, the page that accepts it.',
  },
  'POST /v1/account/logout': {
    does: 'Sign out',
    about: 'Ends the token, even if the account must first complete another step.',
  },
  'POST /v5/users': {
    does: 'Create an account',
    refusals: [10014, 10015, 20463],
    limits: limits.accounts,
    example: ['FirstName', 'LastName', 'Email', 'Password'],
    about:
      'Creates an account. Needs no token. Fields: `FirstName`, `LastName`, `Email`, `Password` (plain, or encoded with the address as `Credentials` are), `SignupCode` where one is needed; `Referral` is ignored. The answer is the same whether or not the address has an account; its owner gets an email. `Status` is `Pending`, or `Active` for the first account of an installation. Refused where accounts are not open to everyone.',
  },
  'POST /v2/users/password/forget': {
    does: 'Email a link for a new password',
    limits: limits.emails,
    example: ['Email'],
    about:
      'Emails a link to choose a new password to `Email`, if it has an account. Needs no token; the answer is always the same.',
  },
  'POST /v1/resendactivation': {
    does: 'Email another activation link',
    limits: limits.emails,
    example: ['Email'],
    about:
      'Emails another activation link to `Email`, if its account is not active yet. Like `forget` otherwise.',
  },
  'GET /v3/activate/{token}': {
    does: 'Whether an activation link works',
    done: [10002],
    refusals: [10160],
    about:
      'Answers 10002 while an activation link works, otherwise 10160. Needs no token. It activates nothing: programs that check links in emails open every one.',
  },
  'POST /v3/activate/{token}': {
    does: 'Activate an account',
    done: [10159],
    refusals: [10006, 10010, 10012, 10160],
    about:
      'Activates the account and signs in: 10159, whose `StatusMessage` is the `AccessToken`, besides what `POST /v2/account/token` answers.',
  },
  'POST /v1/plans/payment': {
    example: ['Event=payment-1', 'Time=2026-11-26T10:00:00Z', 'Email', 'Plan=pro', 'Signature=…'],
    does: 'Announce a payment',
    refusals: [20404],
    about:
      "Announces that a plan was paid. Needs no token but a signature, and `PLAN_PAYMENT_SECRET` on the server. Fields: `Event` (an ID of the payment), `Time` (ISO 8601, at most 5 minutes from the server's), `Email` of the account, `Plan` (as `pro`), and where they matter `Days`, `Seats`, and `PlanRequest`, which the payment page got as `request`. `Signature` is the HMAC-SHA256, in hexadecimal, of these seven in this order, each followed by a line feed except the last, empty where not sent. The answer is 20000 whether or not there is such an account, and if the same `Event` comes again, which changes nothing; 20404 for everything not signed.",
  },
  'GET /v2/app/web': {
    does: 'The version of the server',
    about: 'The version of the server, `Version`, and that of the calls, `AppVersion`. Needs no token.',
  },
  'GET /v3/users/token/list': {
    does: 'List cloud storage',
    about:
      'The cloud storage that the account has connected: `Tokens`, each with `TokenSource` (`Box2`, `Dropbox2`, `Google`), `AccountName`, `ConnectedTime` and `IsConnected` (false: it has to be connected again). `TokenValue` identifies the connection; the tokens themselves are never given out, and `TokenSecret` is empty. Other calls use the connection where their `SourceTokens` are empty.',
  },
  'POST /v2/users/token/add': {
    example: ['TokenSource=Dropbox2', 'TokenValue=…'],
    does: 'Connect cloud storage',
    refusals: [20404, 20480, 20482, 20485],
    about:
      'Connects cloud storage with tokens that a program was given for the registration of this server: `TokenSource`, `TokenValue` (access token), `TokenSecret` (refresh token; optional, then the connection ends with the access token). They are tried at the provider first. Answers the connection as above.',
  },
  'POST /v2/users/token/refresh': {
    example: ['TokenSource=Dropbox2'],
    does: 'Renew the tokens of cloud storage',
    refusals: [20404, 20480, 20482, 20485],
    about: 'Renews the tokens of the connection to `TokenSource` now. 20480: it has to be connected again.',
  },
  'POST /v2/users/token/delete': {
    example: ['TokenSource=Dropbox2'],
    does: 'Disconnect cloud storage',
    refusals: [20404],
    about: 'Disconnects `TokenSource`, and takes the access back at the provider.',
  },
  'POST /v2/users/name': {
    does: 'Change the caller’s name',
    refusals: [20463],
    example: ['FirstName', 'LastName'],
    about: 'Changes `FirstName` and `LastName`.',
  },
  'POST /v2/users/password': {
    does: 'Change the caller’s password',
    refusals: [10001],
    limits: limits.signIn,
    example: ['Password', 'Status=eight calm rivers under the bridge'],
    about:
      "Changes the password, even if the account must first do that: `Password` is the current one, `Status` the new one, both plain or encoded; `Email`, if sent, must be the account's. Other devices are signed out.",
  },
  'POST /v1/users/email/{action}': {
    does: 'Add, confirm or remove an address',
    refusals: [10001, 20404, 20431],
    limits: limits.addresses,
    example: ['Email', 'Password'],
    about:
      "The further addresses of the account. `Email` is the address, `UserGuid`, if sent, the caller's own. `add` sends a code to an address and needs `Password`, `resend` sends another one, `confirm` takes it as `Code`; `primary` makes a confirmed address the one that emails go to, `remove` removes it.",
  },
  'POST /v1/users/onboarding/set': {
    does: 'Note first steps as done',
    about:
      'Adds the bits of `OnboardingStatus` to those that the account has, and answers all: 1 tour started, 2 tour file opened, 4 tour done, 8 first share, 16 first data room, 32 first steps dismissed. None is ever removed.',
  },
  'GET /v1/sharedemo': {
    does: 'Where the tour is',
    about: 'Says where the tour is; it sends nothing.',
  },
  'POST /v1/sharedemo': {
    does: 'Send the tour file to the caller',
    limits: limits.demo,
    about:
      'Sends the tour file to the caller, which self-destructs one minute after it was opened: `ShareGuid`, `Link`.',
  },
  'GET /v1/team/branding/info': {
    does: 'How the caller’s team looks',
    about:
      "`Team` with TeamLogoURL (a PNG; empty without a logo), TeamColor and TeamTextColor of the caller's team, as they are shown: a text colour that could not be read on the bar is replaced. Without a team or its colours these are the default ones, a white bar and dark text.",
  },
  'GET /v1/team/branding/info/{teamGuid}': {
    does: 'How a team looks',
    refusals: [20404],
    about:
      "The same for the caller's own team by its guid; any other guid is 20404, whether or not there is such a team.",
  },
  'GET /v1/team/info': {
    does: 'The caller’s team',
    refusals: [20404],
    about:
      "`Team` with TeamGuid, TeamName, the caller's TeamRole (0 owner, 1 admin, 2 member), the branding, and the current terms of access: TeamTermsVersion (0 without any) and TeamTerms, their text. 20404 for someone in no team.",
  },
}
