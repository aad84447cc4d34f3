import { expect } from 'vitest'
import { newGuid } from '#server/db/guid.ts'
import type { Answer, Program } from '#tests/api/program.ts'
import { itemsSeen, upwards, type ModelItem, type ModelPerson, type ModelRoom } from './room-model.ts'

/** The walk over random rooms as a program makes it: the same model, by calls. */
export async function enterByCalls({ guid }: ModelRoom, program: Program): Promise<void> {
  const { said } = await program.post('/v1/folder/tracks/start', { ShareGuid: guid })
  expect(said.StatusCode).toBe(20000)
}

/** Every folder lists what is in it for this person, counted and numbered without a gap. */
export async function seesItsListsByCalls(
  room: ModelRoom,
  person: ModelPerson,
  program: Program,
): Promise<void> {
  const seen = itemsSeen(room, person)
  for (const folder of seen.filter(({ isFolder }) => isFolder)) {
    const { said } = await program.post(`/v${room.version}/folder/browse`, { ShareGuid: folder.guid })
    const files = said['Files'] as { ShareGuid: string; Index: string }[]
    const inside = seen.filter(({ parent }) => parent === folder)
    const about = `${person.email} browses ${folder.name}`
    expect(
      files.map(({ ShareGuid }) => ShareGuid),
      about,
    ).toEqual(inside.map(({ guid }) => guid))
    expect(said['TotalCount'], about).toBe(inside.length)
    const at = (said['Folder'] as { Index: string }).Index
    expect(
      files.map(({ Index }) => Index),
      about,
    ).toEqual(inside.map((_, place) => `${at}#${place + 1}`))
  }
}

/** What is hidden is as if it were not there, and no other answer speaks of it. */
export async function learnsNothingByCalls(
  room: ModelRoom,
  person: ModelPerson,
  program: Program,
  chosen: readonly ModelItem[],
): Promise<void> {
  const seen = itemsSeen(room, person)
  for (const item of chosen) {
    const isHidden = !seen.includes(item) && !upwards(item).some(({ isInTrash }) => isInTrash)
    const nothing = newGuid()
    for (const ask of asking(room)) {
      const answer = await ask(program, item.guid)
      expect(answer.http).toBeLessThan(500)
      expectNothingElse(room, seen, answer)
      if (isHidden) expect(answer.said).toEqual((await ask(program, nothing)).said)
    }
  }
}

/** Who does not come in learns nothing, and of a room that is there no more than its members are notified of its end. */
export async function seesNothingByCalls(
  room: ModelRoom,
  program: Program,
  chosen: readonly ModelItem[],
): Promise<void> {
  for (const item of chosen) {
    for (const ask of asking(room)) {
      const answer = await ask(program, item.guid)
      expect(answer.http).toBeLessThan(500)
      expectNothingElse(room, room.items.slice(0, 1), answer)
    }
  }
}

function expectNothingElse(room: ModelRoom, seen: ModelItem[], { text }: Answer): void {
  const told = room.items.filter((item) => !seen.includes(item) && text.includes(item.name))
  expect(told.map(({ name }) => name)).toEqual([])
}

type Ask = (program: Program, guid: string) => Promise<Answer>

/** Every call that reads, about one item or room. */
function asking({ version }: ModelRoom): Ask[] {
  const info = version === 1 ? '/v1/shares/info/*/folder' : '/v2/folder/info/*/'
  const paths = [
    info,
    `/v${version}/folder/firstaccess/*`,
    `/v${version}/folder/manage/user?ShareGuid=*`,
    `/v${version}/folder/top/View/*`,
    `/v${version}/folder/tracks/details/*`,
    `/v${version}/folder/list`,
    '/v1/folder/checkmember/mia@example.net/*',
    '/v1/folder/view/fileinfo/*',
    '/v1/folder/downloadfile/*/self',
    '/v2/folder/viewxlsx/*',
    '/v1/get/filename/*',
  ]
  return [
    ...paths.map<Ask>((path) => (program, guid) => program.get(path.replace('*', guid))),
    (program, guid) => program.post(`/v${version}/folder/browse`, { ShareGuid: guid }),
  ]
}
