import { readFacts } from './viewer/facts.ts'
import { startViewer } from './viewer/viewer.ts'

// The whole script of the viewer.
const root = document.querySelector<HTMLElement>('.viewer-reading')
const list = root?.querySelector<HTMLElement>('ol.pages')
const facts = root ? readFacts(root) : null
if (root && list && facts && facts.pages.length > 0) startViewer(root, list, facts)
