/** How many files and folders one copy can have. */
export const maxCopied = 50_000
/** How many items a page of the picker has; more for what others share, which has no folders to go into. */
export const pickedPage = 100
export const pickedPageShared = 1000
/** How many items of a folder are read at a time while it is copied. */
export const walkedPage = 200
/**
 * How many pages in a row bring nothing new before a list counts as endless: more than the longest folder has, since a list
 * can begin again.
 */
export const maxFruitless = 300
/** How many files of one copy are under way at once. */
export const chainsOfCopy = 3
/** How often a file is tried that the provider breaks off. */
export const maxTries = 8
const minute = 60_000
/** How often a process may end in the middle of a file, which mostly is no fault of the file. */
export const maxDeaths = 20
export const backOff = [5000, 15_000, minute, 5 * minute, 10 * minute, 30 * minute, 60 * minute] as const
/** How long unfinished and finished copies are kept, in milliseconds. */
export const choosingKept = 7 * 24 * 60 * minute
export const endedKept = 30 * 24 * 60 * minute
/** How long what is finished is still shown beside what is under way; milliseconds. */
export const endedShown = 10 * minute
