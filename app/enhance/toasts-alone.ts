import { startToasts } from './toasts.ts'

// The whole script of a page that ships no other.
startToasts()
