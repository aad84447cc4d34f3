import * as constants from '#server/rules/product/client-constants.ts'
import { clientKindOf, oldestVersions } from '#server/rules/product/client-kinds.ts'
import { pagesOnScreen, rowsOnScreen } from '#server/rules/sharing/options.ts'
import { maxRecipientsPerForm } from '#server/rules/product/plans.ts'
import { productName, productVersion } from '#server/rules/product/product.ts'
import type { Context } from '#app/request/context.ts'

/** What clients go by. Nothing in it is a secret, or says how this installation is run. Sizes in bytes. */
export function clientConfig({ services, client, buildId }: Context) {
  const { kind, version, isOutdated } = clientKindOf(client.userAgent, services.config.clientKeys)
  return {
    product: {
      name: productName,
      version: productVersion,
      build: buildId,
      appVersion: constants.specifiedAppVersion,
    },
    apiAddress: services.config.publicUrl.origin,
    client: { kind, version, isOutdated, oldestVersion: oldestVersions[kind] ?? null },
    times: {
      keepAliveSeconds: constants.keepAliveSeconds,
      validityCheckSeconds: constants.validityCheckSeconds,
      timeoutSeconds: constants.timeoutSeconds,
      maxProcessingMilliseconds: constants.maxProcessing,
      toastMilliseconds: constants.toastTime,
      notificationMilliseconds: constants.notificationTime,
      trialDays: constants.trialDays,
    },
    lists: {
      pageSize: rowsOnScreen,
      tableDisplayLength: constants.tableDisplayLength,
      maxRecipientsAtOnce: maxRecipientsPerForm,
    },
    files: {
      uploadPartBytes: constants.uploadPartBytes,
      uploadQueueLength: constants.uploadQueueLength,
      largeFileBytes: constants.largeFileBytes,
      maxZipBytes: constants.maxZipBytes,
      maxEncryptBytes: constants.maxEncryptBytes,
      maxDecryptPages: pagesOnScreen,
      maxPrintLimit: constants.maxPrintLimit,
      passkeyFileTypes: constants.passkeyFileTypes,
      multimediaTypes: constants.multimediaTypes,
    },
    plans: services.config.plans.all.map(({ tierCode, name, maxUploadBytes, maxRecipients, isPaid }) => ({
      tierCode,
      name,
      maxUploadBytes,
      maxRecipients,
      isPaid,
    })),
  }
}
