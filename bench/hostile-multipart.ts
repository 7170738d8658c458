import type { Attack, Round } from './hostile-round.ts'

const boundary = 'hostile'
const field = (name: string, bytes: number) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${'x'.repeat(bytes)}\r\n`

const post = (text: string, place: (constructionId: number) => string): Attack => {
  // Encoded once: the attacker's work is not to be measured.
  const body = Buffer.from(text)
  return async ({ origin, headers, constructionId }) => {
    const answer = await fetch(`${origin}/api/constructions/${place(constructionId)}/common_area_images`, {
      method: 'POST',
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body,
    })
    await answer.arrayBuffer()
    return answer.status
  }
}

/** Bodies of nothing but fields (review M4): many, large, and both, where the caller may write and where not. */
export const multipartRounds: readonly Round[] = [
  {
    name: 'multipart bodies of megabytes of fields',
    clients: 2,
    attacks: async () => {
      const many = Array.from({ length: 500 }, (_, at) => field(`room_image[f${at}]`, 4_000)).join('')
      const large = Array.from({ length: 4 }, (_, at) => field(`common_area_image[f${at}]`, 1_000_000)).join('')
      const own = (id: number) => String(id)
      return [post(many, own), post(large, own), post(large, () => '999999999')]
    },
    answered: [404, 413],
  },
]
