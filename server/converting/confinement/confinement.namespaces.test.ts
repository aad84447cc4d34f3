import { confinementTests } from './test-confinement.ts'

confinementTests('namespaces')
