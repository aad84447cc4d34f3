import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { settingsInForce } from './settings-in-force.ts'

const secrets = {
  SECRET_KEY: `${'ab'.repeat(32)},${'cd'.repeat(32)}`,
  DATABASE_URL: 'postgres://strong:database-secret@db.example:5432/room',
  S3_ACCESS_KEY_ID: 'access-secret',
  S3_SECRET_ACCESS_KEY: 'store-secret',
  SMTP_URL: 'smtps://mailer:smtp-secret@mail.example:465',
  METRICS_TOKEN: 'metrics-secret-0123',
  GOOGLE_CLIENT_SECRET: 'google-secret',
}
const env: NodeJS.ProcessEnv = {
  NODE_ENV: 'test',
  ...secrets,
  PUBLIC_URL: 'https://files.example',
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'room',
  GOOGLE_CLIENT_ID: 'google-id',
  LIBREOFFICE: 'off',
  FFMPEG: 'off',
}

test('every setting is named with its value and its source; of a secret only that it is set', () => {
  const shown = settingsInForce(readConfig(env))
  const said = (name: string) => shown.find((setting) => setting.name === name)
  expect(said('PUBLIC_URL')).toMatchObject({ value: 'https://files.example', from: 'environment' })
  expect(said('PORT')).toMatchObject({ value: '3000', from: 'standard' })
  expect(said('SECRET_KEY')).toMatchObject({ value: 'Set, 2 keys', from: 'environment' })
  expect(said('DATABASE_URL')).toMatchObject({ value: 'postgres://db.example:5432/room' })
  expect(said('SMTP_URL')).toMatchObject({ value: 'smtps://mail.example:465' })
  expect(said('GOOGLE_CLIENT_SECRET')).toMatchObject({ value: 'Set' })
  expect(said('LINKEDIN_CLIENT_SECRET')).toMatchObject({ value: 'Not set', from: 'standard' })
  const text = JSON.stringify(shown)
  for (const part of ['secret', 'abab', 'cdcd', 'strong:', 'mailer', 'access-'])
    expect([part, text.includes(part)]).toEqual([part, part === 'secret' && text.includes('secret.key')])
})

test('no name comes twice', () => {
  const names = settingsInForce(readConfig({ NODE_ENV: 'test' })).map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})
