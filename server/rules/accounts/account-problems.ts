/** The failures that concern accounts, signing in and links by mail: a part of the catalogue in `problems.ts`. */
export const accountProblems = {
  badCredentials: {
    http: 400,
    code: 10001,
    text: 'The e-mail address and the password do not belong together. Check both and try again.',
  },
  sessionEnded: { http: 401, code: 10001, text: 'Session expired for your security' },
  accountUnfinished: {
    http: 403,
    code: 10014,
    text: 'Your account needs one more step before anything else. Nothing was changed. Go to the start page: it leads there.',
  },
  secondFactorWrong: {
    http: 400,
    code: 10011,
    text: 'That code is wrong, too old, or was used already. Type the newest code that your app shows, or a recovery code.',
  },
  challengeGone: {
    http: 410,
    code: 10011,
    text: 'This sign-in took too long or had too many wrong codes. Start again.',
  },
  signInRestricted: {
    http: 403,
    code: 10006,
    text: 'Your team does not allow this way to sign in. You are not signed in; use one of the ways below.',
  },
  domainLocked: {
    http: 403,
    code: 10012,
    text: 'A team has locked the domain of your address, and your account is not in that team. You are not signed in.',
  },
  notActivated: {
    http: 403,
    code: 10002,
    text: 'This account is not active yet. Open the link in the mail we sent you, or ask for a new one.',
  },
  accountClosing: {
    http: 403,
    code: 10013,
    text: 'This account is closed and will be erased. Its owner can keep it until then.',
  },
  lastOperator: {
    http: 409,
    code: 20409,
    text: 'You are the only operator of this installation, so your account cannot be deleted: nobody could run it any more. Make another operator first (strongroom user create --operator).',
  },
  suspended: {
    http: 403,
    code: 10013,
    text: 'This account is suspended. Ask the person who runs this server.',
  },
  tooManyTries: { http: 429, code: 10003, text: 'Too many tries. Wait a few minutes, then try again.' },
  secondFactorChanged: {
    http: 409,
    code: 20409,
    text: 'The two-factor code of this account was switched on or off meanwhile. Nothing was changed. Open the settings again.',
  },
  registrationClosed: {
    http: 403,
    code: 10014,
    text: 'Nobody can make an account here by himself. Ask the person who runs this server for one.',
  },
  signupCodeNeeded: {
    http: 403,
    code: 10014,
    text: 'There is no account for you yet, and here one is made with a sign-up code, which another server cannot bring. Make your account with the code first; then connect this sign-in in its settings.',
  },
  signupCodeRefused: {
    http: 400,
    code: 10015,
    text: 'This sign-up code does not work: it is wrong, used up or too old. Check it, or ask for another one where you got it.',
  },
  linkUsedUp: {
    http: 410,
    code: 10160,
    text: 'This link was used already or is too old. Ask for a new one and use the newest mail.',
  },
  signInFailed: {
    http: 400,
    code: 10014,
    text: 'Signing in there did not work. Nothing was changed. Try again; if that does not help, allow this site to keep cookies, or sign in in another way.',
  },
  providerAway: {
    http: 503,
    code: 20503,
    text: 'The server that you wanted to sign in with does not answer just now. Try again in a few minutes, or sign in in another way.',
  },
  addressUnproved: {
    http: 403,
    code: 10014,
    text: 'The server that you signed in with does not say that your e-mail address is yours, so that no account can be opened with it. Sign in in another way; if you have an account, you can connect the two in its settings.',
  },
  notInTeam: {
    http: 403,
    code: 10014,
    text: 'There is an account with your address already, and it does not belong to the team of this single sign-on. Nothing was changed. Sign in to it in the way you did before, and ask whoever looks after the team to add it.',
  },
  secondFactorFirst: {
    http: 403,
    code: 10010,
    text: 'Your team asks for a second factor, and your account has none yet. Nothing was changed. Set it up in your settings, then send this again.',
  },
  identityTaken: {
    http: 409,
    code: 10014,
    text: 'That sign-in opens another account here already. Sign in with it, and remove it there first.',
  },
  onlyWayIn: {
    http: 409,
    code: 10014,
    text: 'This is the only way into your account. Choose a password or connect another sign-in first.',
  },
} as const satisfies Record<string, { http: number; code: number; text: string }>
