import { plainAnswer } from '#server/http/plain.ts'

/** Whether the process answers: asks nobody else. */
export async function loader() {
  return plainAnswer('ok', 200)
}
