import { expect, test } from 'vitest'
import { readNameServers } from './name-servers.ts'

test.each([
  [undefined, []],
  ['', []],
  [' , ', []],
  ['192.0.2.53', ['192.0.2.53']],
  ['192.0.2.53:5353, 2001:db8::53', ['192.0.2.53:5353', '2001:db8::53']],
  ['[2001:db8::53]:53\n192.0.2.54', ['[2001:db8::53]:53', '192.0.2.54']],
  ['[2001:db8::53]', ['[2001:db8::53]']],
])('DNS_SERVERS=%j are the name servers %j', (text, servers) => {
  expect(readNameServers(text === undefined ? {} : { DNS_SERVERS: text })).toEqual(servers)
})

test.each(['dns.example.com', '192.0.2', '192.0.2.53:', '192.0.2.53 dns', '[192.0.2', 'tls://192.0.2.53'])(
  'DNS_SERVERS=%j stops the start, and says what is wrong',
  (text) => {
    expect(() => readNameServers({ DNS_SERVERS: text })).toThrow(
      /^DNS_SERVERS must be IP addresses; ".+" is none\.$/,
    )
  },
)
