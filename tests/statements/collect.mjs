// Loaded before everything else (`node --import`) into each process of a run that may ask SQLite. Its threads, of which
// there are many, ask nothing themselves and load nothing.
import { isMainThread } from 'node:worker_threads'

if (isMainThread) await import('./keep.mjs')
