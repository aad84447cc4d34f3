import { beforeEach, describe, expect, test } from 'vitest'
import { totpCode } from '../support/totp.ts'
