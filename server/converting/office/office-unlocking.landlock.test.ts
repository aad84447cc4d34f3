import { unlockingTests } from './test-unlocking.ts'

unlockingTests('landlock')
