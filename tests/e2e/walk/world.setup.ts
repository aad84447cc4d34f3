import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from '@playwright/test'
import { makeWorld } from './world.ts'
import { worldFile } from './walking.ts'

test('the world of the walk is there', async () => {
  const { project } = test.info()
  const dataDir = path.join(process.env['E2E_DATA_DIR']!, 'walk')
  await writeFile(worldFile(), JSON.stringify(await makeWorld(project.use.baseURL!, dataDir)))
})
