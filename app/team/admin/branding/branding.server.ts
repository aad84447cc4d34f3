import { barColours, colourOf, contrast } from '#server/rules/files/bar-colours.ts'
import type { Logo } from '#server/rules/files/logos.ts'
import { Problem } from '#server/rules/problems.ts'
import { brandingForm } from '#server/teams/branding/branding-forms.ts'
import { FormAgain, once } from '#app/request/action.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { teamPath } from '#app/team/shared/tab-names.ts'
import type { TeamContext, TeamTab } from '#app/team/shared/team-tab.server.ts'
import { doorBar } from '#app/view-models/door.server.ts'

type Wanted = { hasColours: boolean; bar: string; text: string; logo: Logo | null }

/** The team's own default, where it has not chosen: a white bar and dark text. */
const standard = { bar: '#ffffff', text: '#333333' }

async function load({ user, services }: TeamContext) {
  const { name, bar, text, logo, line } = await services.teams.branding.find(user)
  const values = { bar: bar ?? standard.bar, text: text ?? standard.text }
  const hasColours = bar !== null
  const preview = previewOf({ ...values, hasColours, logo }, { name, user })
  return { name, here: teamPath('branding'), hasColours, ...values, line: line ?? '', preview }
}

export type BrandingData = Awaited<ReturnType<typeof load>>
export type BrandingPreview = ReturnType<typeof previewOf>

/** What recipients would see, and what is said about the colours. */
function previewOf(
  { hasColours, bar, text, logo }: Wanted,
  { name, user }: { name: string; user: TeamContext['user'] },
) {
  const colours = hasColours ? barColours(bar, text) : null
  return {
    drawn: logo?.guid ?? '',
    door: doorBar({ company: name, colours, logo }),
    sender: {
      name: `${user.firstName} ${user.lastName}`.trim(),
      email: user.email,
      company: name,
    },
    contrast: colours && saidOf(colours, text),
  }
}

/** How legible the text is, and what was done about it. */
function saidOf({ bar, text }: { bar: string; text: string }, wanted: string) {
  const ratio = (colour: string) => `${contrast(bar, colour).toFixed(1)} : 1`
  const colour = colourOf(wanted)
  if (colour === null || colour === text)
    return { isCorrected: false, words: `Contrast ${ratio(text)}, readable.` }
  const name = text === '#ffffff' ? 'white' : 'black'
  return {
    isCorrected: true,
    words: `${colour} would be hard to read on this bar (contrast ${ratio(colour)}, and 4.5 : 1 is needed). The text is shown in ${name} instead (${ratio(text)}).`,
  }
}

/** Both fields are said at once, each with what a colour looks like. */
function wrongColour(typed: { bar: string; text: string }): Problem | null {
  const text = 'Enter a colour as # and six digits, like #14513f.'
  const wrong = (['bar', 'text'] as const).filter((field) => colourOf(typed[field]) === null)
  const [field, ...others] = wrong
  if (!field) return null
  return new Problem('badForm', {
    field,
    text,
    others: others.map((other) => new Problem('badForm', { field: other, text })),
  })
}

export const brandingTab: TeamTab = {
  load,
  intents: () => ({
    branding: once(brandingForm, async ({ form, user, team, ...context }) => {
      const { branding } = context.services.teams
      const hasColours = form.hasColours === 'on'
      const isRemoved = form.act === 'Remove logo'
      const file = form.logo === undefined || isRemoved ? null : context.held
      const kept = isRemoved ? '' : (form.drawn ?? '')
      const logo = file ? await branding.draw(user, file) : kept ? await branding.drawn(user, kept) : null
      // Drawn before: the file is then in the preview, and need not be chosen again.
      const wrong = hasColours ? wrongColour(form) : null
      if (wrong || form.act === 'Update preview') {
        const wanted = { hasColours: hasColours && !wrong, bar: form.bar, text: form.text, logo }
        return new FormAgain(previewOf(wanted, { name: team.name, user }), wrong)
      }
      const colours = hasColours
        ? { bar: colourOf(form.bar), text: colourOf(form.text) }
        : { bar: null, text: null }
      await branding.save(user, { ...colours, logo: logo?.guid ?? null, line: form.line })
      const corrected = colours.bar && saidOf(barColours(colours.bar, colours.text)!, form.text)
      const outcome = isRemoved ? 'Logo removed.' : 'Branding saved.'
      const notice = corrected && corrected.isCorrected ? `${outcome} ${corrected.words}` : outcome
      return goWithNotice(context.visitor, teamPath('branding'), notice, 'good')
    }),
  }),
}
