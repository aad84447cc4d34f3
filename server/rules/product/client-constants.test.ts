import { expect, test } from 'vitest'
import * as constants from './client-constants.ts'
import { pagesOnScreen, rowsOnScreen } from '#server/rules/sharing/options.ts'
import { maxRecipientsPerForm, standardPlans } from './plans.ts'

// Number by number, since clients have them built in.
test('the figures that clients have built in are these', () => {
  expect({ ...constants }).toEqual({
    specifiedAppVersion: '1.0.18.0822',
    keepAliveSeconds: 60,
    validityCheckSeconds: 180,
    timeoutSeconds: 10,
    maxProcessing: 900_000,
    maxEncryptBytes: 30_000_000,
    maxZipBytes: 838_860_800,
    tableDisplayLength: 100,
    uploadPartBytes: 5_242_880,
    uploadQueueLength: 1,
    largeFileBytes: 1024 ** 3,
    maxPrintLimit: 9999,
    trialDays: 7,
    passkeyFileTypes: ['pdf', 'png', 'jpg', 'jpeg', 'bmp', 'gif'],
    multimediaTypes: 'avi mov mp4 mpg mpeg mpe mpv m4v 3gp wmv webm flv video audio'.split(' '),
    notificationTime: 4_000,
    toastTime: 3_000,
  })
})

test('those that stand with plans and choices are too', () => {
  expect(pagesOnScreen).toEqual({ mobile: 10, desktop: 25 })
  expect([rowsOnScreen, maxRecipientsPerForm]).toEqual([200, 100])
  const MB = 1024 ** 2
  const limits = [0, 1, 2, 4].map((tier) => standardPlans.of(tier).maxUploadBytes / MB)
  expect(limits).toEqual([25, 500, 1024, 1024])
  expect([0, 1, 2, 4, 7, 9].map((tier) => standardPlans.of(tier).maxRecipients)).toEqual([
    5, 100, 100, 100, 100, 100,
  ])
})
