import { addCopyButtons } from './copy-links.ts'

// The whole script of a page that ships no other.
addCopyButtons()
