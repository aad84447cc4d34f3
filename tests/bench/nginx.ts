import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort, running, type Running } from './server.ts'

/**
 * The floor for uploads: nginx writes the body of a request to disk, keeps it as we keep it, and answers. Null where
 * there is no nginx.
 */
export async function startNginx(folder: string): Promise<Running | null> {
  const program = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'].find((file) =>
    existsSync(file),
  )
  if (!program) return null
  const [port, answerPort] = [await freePort(), await freePort()]
  const home = path.join(folder, 'nginx')
  await mkdir(home, { recursive: true })
  const temporary = ['proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${home}/${kind};`)
  await writeFile(
    path.join(home, 'nginx.conf'),
    `daemon off; master_process off; worker_processes 1; pid ${home}/pid; error_log ${home}/error.log;
events { worker_connections 256; }
http {
  access_log off; ${temporary.join(' ')}
  client_body_temp_path ${home}/body; client_body_in_file_only on; client_body_buffer_size 1m; client_max_body_size 0;
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://127.0.0.1:${answerPort}; proxy_pass_request_body off; proxy_set_header Content-Length ""; }
  }
  server { listen 127.0.0.1:${answerPort}; location / { return 200 "stored"; } }
}
`,
  )
  const child = spawn(program, ['-c', path.join(home, 'nginx.conf'), '-p', home], {
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  return running(child, `http://127.0.0.1:${port}`, '/')
}
