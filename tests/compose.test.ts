import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { exists, textOf } from './support/sources/sources.ts'

type Service = {
  build?: string
  image: string
  restart: string
  environment: Record<string, string>
  volumes?: string[]
  networks?: string[]
  ports?: string[]
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  stop_grace_period?: string
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { test?: string[]; interval: string }
}
type Composition = { services: Record<string, Service>; volumes: Record<string, null> }

function read(file: string): Composition {
  return parse(textOf(file), { merge: true }) as Composition
}

const secretNames = /KEY|PASSWORD|SECRET|TOKEN|DATABASE_URL|SMTP_URL/

describe.each(['compose.yaml', 'compose.scale.yaml'])('%s', (file) => {
  const { services, volumes } = read(file)
  const named = Object.entries(services)

  test('looks after the health of every service, and starts each again that ended', () => {
    // Without a test of its own a service has that of the Dockerfile it is built from.
    const unwatched = named.filter(
      ([, { healthcheck, build }]) => !healthcheck?.test && !(healthcheck && build),
    )
    expect(unwatched.map(([name]) => name)).toEqual([])
    expect(textOf('Dockerfile')).toMatch(/^HEALTHCHECK /m)
    expect(named.filter(([, { restart }]) => restart !== 'unless-stopped')).toEqual([])
  })

  test('waits only for services that it has, until they are well', () => {
    const waits = named.flatMap(([, { depends_on }]) => Object.entries(depends_on ?? {}))
    expect(
      waits.filter(([name, { condition }]) => !services[name] || condition !== 'service_healthy'),
    ).toEqual([])
  })

  test('holds no password, key or token', () => {
    const literal = named.flatMap(([name, { environment }]) =>
      Object.entries(environment)
        .filter(([variable, value]) => secretNames.test(variable) && !/\$\{\w+:(\?[^}]+|-)\}/.test(value))
        .map(([variable]) => `${name} ${variable}`),
    )
    expect(literal).toEqual([])
  })

  test('gives every service a file system to read only and no permissions it does not need', () => {
    const loose = named.filter(
      ([, service]) =>
        !service.read_only ||
        service.cap_drop?.[0] !== 'ALL' ||
        !service.security_opt?.includes('no-new-privileges:true'),
    )
    expect(loose.map(([name]) => name)).toEqual([])
  })

  test('converts documents of strangers only where something confines it, unless its operator wishes otherwise', () => {
    expect(textOf('Dockerfile')).toMatch(/^ENV [^#]*LIBREOFFICE_CONFINEMENT=required/m)
    const ours = named.filter(([, { build }]) => build)
    const wanted = ours.map(([, { environment }]) => environment['LIBREOFFICE_CONFINEMENT'])
    expect([...new Set(wanted)]).toEqual(['${LIBREOFFICE_CONFINEMENT:-required}'])
  })

  test('mounts volumes that it declares and files that are there', () => {
    const mounted = named.flatMap(([, service]) => (service.volumes ?? []).map((line) => line.split(':')[0]!))
    const missing = mounted.filter((from) =>
      from.startsWith('./') ? !exists(from.slice(2)) : volumes[from] === undefined,
    )
    expect(missing).toEqual([])
  })

  test('gives Strongroom longer to end than it takes for the requests under way', () => {
    const ours = named.filter(([, { build }]) => build)
    expect(ours.length).toBeGreaterThan(0)
    expect(
      ours.filter(([, { stop_grace_period }]) => Number.parseInt(stop_grace_period ?? '0', 10) < 15),
    ).toEqual([])
  })
})

describe('compose.scale.yaml', () => {
  const { services } = read('compose.scale.yaml')

  test('asks for every secret instead of proposing one', () => {
    const proposed = Object.values(services).flatMap(({ environment }) =>
      Object.entries(environment).filter(
        ([name, value]) =>
          secretNames.test(name) && name !== 'METRICS_TOKEN' && !/\$\{\w+:\?[^}]+\}/.test(value),
      ),
    )
    expect(proposed).toEqual([])
  })

  test('has three processes that differ in nothing, behind a proxy that knows each', () => {
    const ours = Object.entries(services).filter(([, { build }]) => build)
    expect(ours).toHaveLength(3)
    expect(new Set(ours.map(([, service]) => JSON.stringify(service))).size).toBe(1)
    expect(services['proxy']!.environment['PROXY_SERVERS']).toBe(
      ours.map(([name]) => `${name}:3000`).join(' '),
    )
  })

  test('opens the ports of the proxy and no others, and keeps the stores to themselves', () => {
    const open = Object.entries(services).filter(([, { ports }]) => ports)
    expect(open.map(([name]) => name)).toEqual(['proxy'])
    expect([services['postgres']!.networks, services['s3']!.networks]).toEqual([['back'], ['back']])
  })
})
