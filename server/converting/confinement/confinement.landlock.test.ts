import { confinementTests } from './test-confinement.ts'

confinementTests('landlock')
