import type { Params } from 'react-router'
import { type AnswerOf, send } from '../../platform/api/request.ts'

/** The three public uuids of a letter's address. */
export const letterOf = ({ client_uuid = '', construction_uuid = '', room_uuid = '' }: Params) => ({
  client_uuid,
  construction_uuid,
  room_uuid,
})

export type Letter = AnswerOf<'GET /api/resident_auth/clients/:client_uuid/constructions/:construction_uuid'>

/** What the construction's address shows to anybody who has the letter. Login pages keep no cache: it is read anew each time. */
export const readLetter = (params: Params): Promise<Letter> => {
  const { client_uuid, construction_uuid } = letterOf(params)
  return send('GET /api/resident_auth/clients/:client_uuid/constructions/:construction_uuid', {
    params: { client_uuid, construction_uuid },
  })
}
