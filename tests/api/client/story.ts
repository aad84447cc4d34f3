import * as api from './generated.js'

type Given = { fetch: typeof fetch; email: string; password: string; file: File }

/** What a program does with the generated client alone: it shares a file, fills a data room and reads what happened. */
export async function story({ fetch, email, password, file }: Given) {
  api.defaults.fetch = fetch
  const entered = done(await api.postV2AccountToken({ body: { Email: email, Password: password } }))
  api.defaults.headers = { authorization: `Bearer ${entered.AccessToken}` }
  const began = done(await api.getV1Events({ limit: '1' }))

  const upload = await api.postV1Upload({ body: { file } })
  if (upload.status !== 200) throw new Error(`Not uploaded: ${upload.data.StatusMessage}`)
  const shared = done(
    await api.postV5Sharefile({
      idempotencyKey: 'share-1',
      body: {
        DocumentUrl: upload.data,
        RecipientEmails: JSON.stringify(['rita@example.net']),
        ShareOptions: JSON.stringify(['webview', 'download']),
        Watermark: 'off',
      },
    }),
  )
  const share = done(await api.getV1SharesInfoShareGuidSender({ shareGuid: shared.ShareGuid! }))
  const recipients: string[] = share.Recipients!.map((one) => one.RecipientUserEmail)

  const room = done(await api.postV2FolderCreateRoot({ body: { DocumentPath: 'Alba' } }))
  const roomGuid = room.ShareGuid!
  const folder = done(
    await api.postV2FolderCreateSub({ body: { ParentGuid: roomGuid, DocumentPath: 'Board' } }),
  )
  const forRoom = await api.postV1Upload({ parentGuid: folder.ShareGuid!, body: { file } })
  if (forRoom.status !== 200) throw new Error(`Not uploaded: ${forRoom.data.StatusMessage}`)
  done(await api.postV2FolderAddFile({ body: { ParentGuid: folder.ShareGuid!, DocumentUrl: forRoom.data } }))
  done(
    await api.postV2FolderManageUser({
      body: { ShareGuid: roomGuid, UserEmail: 'rita@example.net', PermissionIndex: '1' },
    }),
  )
  const browsed = done(await api.postV2FolderBrowse({ body: { ShareGuid: folder.ShareGuid! } }))
  const files: string[] = browsed.Files!.map((one) => one.DocumentPath)
  const people = done(await api.getV2FolderManageUser({ shareGuid: roomGuid, page: '1' }))
  const members: number = people.TotalCount!
  const tracks = done(await api.getV2FolderTracksDetailsShareGuid({ shareGuid: roomGuid }))
  const statuses: string[] = tracks.Tracks!.map((one) => one.Status)

  const happened = done(await api.getV1Events({ after: began.Cursor!, limit: '500' }))
  const kinds = happened.Events!.map((one) => String(one['type']))
  const refused = await api.getV4SharesInfoShareGuid({ shareGuid: '0'.repeat(32) })
  return { recipients, files, members, statuses, kinds, refused: done(refused, 20433).StatusCode }
}

type Answer = { status: number; data: unknown }
type DataOf<Said extends Answer> = Extract<Said, { status: 200 }>['data']

/** What the call answered. Throws for what was not done. */
function done<Said extends Answer>(said: Said, code?: number): DataOf<Said> {
  const data = said.data as DataOf<Said> & { StatusCode: number; StatusMessage: string }
  const isRight =
    code === undefined ? data.StatusCode < 20400 || data.StatusCode >= 22000 : data.StatusCode === code
  if (said.status === 200 && isRight) return data
  throw new Error(`${said.status}: ${data.StatusCode} ${data.StatusMessage}`)
}
