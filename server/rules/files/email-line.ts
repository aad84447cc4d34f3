/** How long the line can be that a team has under its emails, in characters. */
export const maxLineLength = 200
