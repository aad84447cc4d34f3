/** The longest text that a search takes, in its field and in its address. */
export const maxSearchLength = 200
