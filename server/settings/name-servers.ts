import { isIP } from 'node:net'

/** The name servers of DNS_SERVERS. Throws an Error if one is not an IP address, with or without a port. */
export function readNameServers({
  DNS_SERVERS: text = '',
}: Readonly<Record<string, string | undefined>>): string[] {
  const servers = text.split(/[\s,]+/).filter((server) => server !== '')
  const wrong = servers.find((server) => isIP(addressIn(server)) === 0)
  if (wrong) throw new Error(`DNS_SERVERS must be IP addresses; "${wrong}" is none.`)
  return servers
}

/** Without its port: `192.0.2.53:53`, `[2001:db8::53]:53`. */
function addressIn(server: string): string {
  return server.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')
}
