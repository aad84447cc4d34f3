import { AccessTokens } from '#server/accounts/access-tokens/access-tokens.ts'
import { Bearers } from '#server/accounts/access-tokens/bearers.ts'
import { Accounts, type User } from '#server/accounts/accounts.ts'
import { Addresses } from '#server/accounts/addresses/addresses.ts'
import { MovesOut } from '#server/accounts/addresses/moving-out.ts'
import { Administration } from '#server/accounts/keeping/administration.ts'
import { Closing } from '#server/accounts/keeping/closing.ts'
import { Confirming } from '#server/accounts/sign-in/confirming.ts'
import { Confirmations } from '#server/accounts/identities/confirmations.ts'
import { Identities, type RegistrationRule } from '#server/accounts/identities/identities.ts'
import { FailedSignIns } from '#server/accounts/sign-in/failed-sign-ins.ts'
import { LockNotices } from '#server/accounts/sign-in/lock-notices.ts'
import { Notifications } from '#server/accounts/keeping/notifications.ts'
import { Operators } from '#server/accounts/keeping/operators.ts'
import { Onboarding } from '#server/accounts/registering/onboarding.ts'
import { OpenId } from '#server/accounts/identities/open-id.ts'
import { Profile } from '#server/accounts/keeping/profile.ts'
import { QuietAddresses } from '#server/accounts/addresses/quiet-addresses.ts'
import { Providers } from '#server/accounts/identities/providers.ts'
import { Registrations } from '#server/accounts/registering/registrations.ts'
import { SecondFactor } from '#server/accounts/second-factor/second-factor.ts'
import { Sessions, type Client, type StartedSession } from '#server/accounts/sign-in/sessions.ts'
import { Surveys } from '#server/accounts/keeping/surveys.ts'
import { Setup } from '#server/accounts/registering/setup.ts'
import { SignInFlows } from '#server/accounts/sign-in/sign-in-flows.ts'
import { SignInNotices } from '#server/accounts/sign-in/sign-in-notices.ts'
import { SigningOut } from '#server/accounts/sign-in/signing-out.ts'
import { SignIn, type Lock } from '#server/accounts/sign-in/sign-in.ts'
import { SignupCodes } from '#server/accounts/registering/signup-codes.ts'
import type { Config } from '#server/config.ts'
import { unlessFull, type Database } from '#server/db/open.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { Outgoing } from '#server/http/outgoing/outgoing.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Log } from '#server/log.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { isProviderName, type SignInMethod } from '#server/rules/accounts/sign-in-methods.ts'
import type { WordFilter } from '#server/rules/text/text.ts'
import type { KeyRing } from '#server/storage/keys/key-ring.ts'
import { TeamBranding, type DrawLogo } from '#server/teams/branding/branding.ts'
import { TeamConnections } from '#server/teams/connections.ts'
import { DomainClaims } from '#server/teams/domain-claims.ts'
import { textsFrom } from '#server/teams/domain-proof.ts'
import { TeamDomains } from '#server/teams/domains.ts'
import { TeamInvitations } from '#server/teams/people/invitations.ts'
import { TeamLife } from '#server/teams/people/team-life.ts'
import { Joining } from '#server/teams/people/joining.ts'
import { TeamMembership } from '#server/teams/people/membership.ts'
import { tellOfTeams } from '#server/teams/people/team-notices.ts'
import { TeamPeople } from '#server/teams/people/team-people.ts'
import { EmailCodes } from '#server/teams/sign-in/email-codes.ts'
import { ProviderSetup } from '#server/teams/sign-in/provider-setup.ts'
import { SecondFactorRule } from '#server/teams/sign-in/second-factor.ts'
import { SignOutRule } from '#server/teams/sign-in/sign-out-rule.ts'
import { SignInRules } from '#server/teams/sign-in/sign-in-rules.ts'
import { SingleSignOn } from '#server/teams/single-sign-on.ts'
import { Teams } from '#server/teams/teams.ts'
import { TeamTerms } from '#server/teams/terms.ts'
import { TermsSource } from '#server/teams/terms-source/terms-source.ts'
import { TeamAcceptances } from '#server/viewing/records/team-acceptances.ts'
import type { TextOf } from '#server/teams/terms-source/terms-fetch.ts'
import type { Events } from '#server/events/events.ts'
import { tellOfAccounts } from '#server/accounts/account-notices.ts'

export type PeopleDeps = {
  config: Config
  clock: () => number
  log: Log
  database: Database
  keyRing: KeyRing
  jobs: Jobs
  rates: RateLimits
  mailer: Mailer
  /** Words that texts for other people must not have. */
  words: { blockedWords?: WordFilter }
  events: Events
  outgoing: Outgoing
  drawLogo: DrawLogo
  /** The text of a page in HTML. */
  textOf: TextOf
  /** Told of everyone who signs in, with the browser in which they do. */
  onEntered: (user: User, client: Client) => Promise<void>
}

/** The services about people: who has an account, how they sign in, and to which team they belong. */
export type People = ReturnType<typeof openPeople>

export function openPeople(deps: PeopleDeps) {
  const { config, clock, log, database, keyRing, jobs, rates, mailer, words, events, outgoing } = deps
  const { drawLogo, textOf } = deps
  tellOfAccounts({ events, mailer, publicUrl: config.publicUrl })
  const onCopied = async (subject: string): Promise<void> => {
    await events.record(null, { subject, kind: 'SessionCopied' }).catch(unlessFull)
  }
  const sessions = new Sessions({ database, clock, log, onCopied })
  const onboarding = new Onboarding({ database, clock })
  const secondFactor = new SecondFactor({ database, keyRing, rates, events, clock, config })
  const offers = (method: SignInMethod): boolean =>
    method === 'password' ||
    method === 'email' ||
    (isProviderName(method) && config.providers[method] !== undefined)
  const hasSecondFactor = (userGuid: string) => secondFactor.isOn(userGuid)
  const teams = new Teams({ database, events, clock, offers, hasSecondFactor })
  tellOfTeams({ events, mailer, publicUrl: config.publicUrl })
  const invitations = new TeamInvitations({
    database,
    events,
    mailer,
    rates,
    words,
    publicUrl: config.publicUrl,
    plans: config.plans,
    clock,
  })
  const terms = new TeamTerms({ database, events, clock })
  const teamDomains = new TeamDomains({ database, clock })
  const teamConnections = new TeamConnections({ database, events, clock, keyRing, offers })
  const surveys = new Surveys({ database, mailer, words, clock, isOn: config.survey })
  const signInNotices = new SignInNotices({ database, events, clock })
  const onEntered = async (user: User, { isApi }: StartedSession, client: Client): Promise<void> => {
    // A program reads no news.
    if (!isApi) {
      await onboarding.noteEntered(user.guid)
      await surveys.noteEntered(user)
    }
    await signInNotices.note(user, client)
    if (!isApi) await deps.onEntered(user, client)
  }
  const lockNotices = new LockNotices({ database, rates, jobs, events })
  const onLocked = (lock: Lock): Promise<void> => lockNotices.note(lock)
  const failedSignIns = new FailedSignIns({ database, rates, jobs, events, clock })
  const handOffKeys = keyRing.derive('hand-offs')
  const { policy } = teams
  const signIn = new SignIn({
    database,
    sessions,
    rates,
    clock,
    handOffKeys,
    policy,
    secondFactor,
    onEntered,
    onLocked,
    onFailed: (failed) => failedSignIns.note(failed),
    events,
    log,
  })
  const confirming = new Confirming({ database, sessions, rates, events, clock, policy, secondFactor })
  const accessTokens = new AccessTokens({ database, rates, jobs, events, clock, policy, confirming })
  const signInFlows = new SignInFlows({ database, clock })
  const openId = new OpenId({ clock, log, outgoing })
  const signupCodes = new SignupCodes({ database, clock })
  const mode = config.registration
  const registrations = new Registrations({ database, rates, codes: signupCodes, mode })
  const mayRegister: RegistrationRule = (person) => registrations.requireOpenByProvider(person)
  const identities = new Identities({
    database,
    signIn,
    rates,
    mailer,
    events,
    clock,
    config,
    mayRegister,
    codes: registrations,
  })
  const singleSignOn = new SingleSignOn({
    database,
    teams,
    connections: teamConnections,
    flows: signInFlows,
    identities,
    openId,
    rates,
    events,
    config,
    clock,
    log,
  })
  const codeKeys = keyRing.derive('address-codes')
  const linkKeys = keyRing.derive('quiet-addresses')
  const { publicUrl } = config
  const addresses = new Addresses({ database, rates, jobs, mailer, events, codeKeys, clock, config, policy })
  return {
    accounts: {
      sessions,
      accessTokens,
      bearers: new Bearers({
        sessions,
        accessTokens,
        requiresSecondFactor: (user) => teams.requiresSecondFactor(user),
      }),
      onboarding,
      surveys,
      secondFactor,
      signIn,
      confirming,
      signingOut: new SigningOut({ database, sessions, events }),
      signInNotices,
      signInFlows,
      openId,
      identities,
      providers: new Providers({ openId, flows: signInFlows, rates, config }),
      confirmations: new Confirmations({ flows: signInFlows, identities }),
      setup: new Setup({ database, sessions, rates, clock, config, words }),
      closing: new Closing({ database, sessions, signIn, rates, jobs, events, clock }),
      registrations,
      signupCodes,
      credentials: new Accounts({
        database,
        sessions,
        registrations,
        rates,
        jobs,
        mailer,
        words,
        events,
        clock,
        config,
      }),
      profile: new Profile({ database, events, words }),
      notifications: new Notifications({ database, events }),
      quietAddresses: new QuietAddresses({ database, linkKeys, publicUrl, clock }),
      addresses,
      movesOut: new MovesOut({ addresses, secondFactor, policy, clock }),
      operators: new Operators({ database }),
      administration: new Administration({ database, sessions, jobs, mailer, events, clock, config }),
    },
    teams: {
      all: teams,
      people: new TeamPeople({ database, plans: config.plans, clock }),
      invitations,
      life: new TeamLife({ database, plans: config.plans, events, clock }),
      joining: new Joining({
        database,
        events,
        rates,
        clock,
        plans: config.plans,
        isOpen: async () => (await registrations.mode()) === 'open',
      }),
      membership: new TeamMembership({ database, plans: config.plans, events, sessions, invitations, clock }),
      domains: teamDomains,
      claims: new DomainClaims({ database, events, rates, lookUp: textsFrom(config.dnsServers), clock }),
      connections: teamConnections,
      secondFactor: new SecondFactorRule({ database, events, jobs, clock }),
      signOut: new SignOutRule({ database, events }),
      emailCodes: new EmailCodes({
        database,
        rates,
        jobs,
        mailer,
        signIn,
        onFailed: (failed) => failedSignIns.note({ ...failed, what: 'code' }),
        codeKeys: keyRing.derive('sign-in-codes'),
        clock,
      }),
      providerSetup: new ProviderSetup({
        database,
        events,
        rates,
        connections: teamConnections,
        openId,
        outgoing,
        offers,
        config,
        clock,
      }),
      signInRules: new SignInRules({ database, events, offers }),
      branding: new TeamBranding({ database, events, rates, keyRing, mailer, words, draw: drawLogo, clock }),
      terms,
      acceptances: new TeamAcceptances({ database }),
      termsSource: new TermsSource({ database, jobs, rates, outgoing, terms, textOf, clock }),
      singleSignOn,
    },
  }
}
