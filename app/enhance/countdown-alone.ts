import { startCountdown } from './countdown.ts'

// The whole script of a page whose time runs out.
startCountdown()
