import type { Command } from 'commander'
import { barColours, colourOf } from '#server/rules/files/bar-colours.ts'
import { answering, WrongUsage } from './answer.ts'
import { withTeam } from './with-team.ts'

type Typed = { bar?: string; text?: string; none?: boolean }

/** `strongroom team colours`: the colours of the bar over the data rooms of a team's members. */
export function addColours(team: Command): void {
  const colours = team
    .command('colours')
    .description("colour the bar over the data rooms of a team's people")
    .argument('<team>', 'the team')
    .option('--bar <colour>', 'of the bar, like #14513f')
    .option('--text <colour>', 'of the text on it, like #ffffff')
    .option('--none', "go back to the product's own colours")
    .addHelpText(
      'after',
      `
Text that would be hard to read on the bar (a contrast below 4.5:1) is shown in black or white instead. Put colours in
quotes: in most shells, # starts a comment.

Example:
  strongroom team colours Acme --bar '#14513f' --text '#ffffff'`,
    )
  answering(colours, async (named: string, typed: Typed) => {
    const wanted = wantedColours(typed)
    const { name } = await withTeam(named, (found, { teams: { all: teams } }) =>
      teams.setColours(found, wanted),
    )
    return { lines: linesOf(name, wanted), data: { team: name, ...wanted } }
  })
}

type Wanted = { bar: string | null; text: string | null }

function wantedColours({ bar, text, none }: Typed): Wanted {
  if (none) {
    if (bar !== undefined || text !== undefined) throw new WrongUsage('Use either colours or --none.')
    return { bar: null, text: null }
  }
  if (bar === undefined) throw new WrongUsage('Set the colour of the bar with --bar, or use --none.')
  return { bar: requireColour(bar), text: text === undefined ? null : requireColour(text) }
}

function requireColour(typed: string): string {
  const colour = colourOf(typed)
  if (colour === null)
    throw new WrongUsage(`"${typed}" is not a colour. Use # and six digits, such as #14513f.`)
  return colour
}

function linesOf(name: string, { bar, text }: Wanted): string[] {
  const shown = barColours(bar, text)
  if (!shown) return [`The bar over the data rooms of ${name} has the product's own colours.`]
  const line = `The bar over the data rooms of ${name} is ${shown.bar} with text in ${shown.text}.`
  const isCorrected = text !== null && text !== shown.text
  return isCorrected ? [line, `${text} would be hard to read on it.`] : [line]
}
