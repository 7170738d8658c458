import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router'
import { paths } from '../../site/paths.ts'
import { Telephone } from '../Telephone.tsx'
import { Card, Title } from '../../ui/plain/Card.tsx'
import { Notice } from '../../ui/plain/Notice.tsx'
import { Read } from '../../ui/plain/Read.tsx'
import { type Letter, readLetter } from './room-of-letter.ts'
import styles from './RoomSelectPage.module.css'
import { Where } from '../answering/Where.ts'
import { FieldBox, Label, Help } from '../../ui/plain/form/FieldParts.ts'
import { Input } from '../../ui/plain/form/Input.ts'

export const loader = ({ params }: LoaderFunctionArgs) => readLetter(params)

type Room = Letter['rooms'][number]

/** The page of the poster's QR: one's own room among all of the building, by looking or by its number. */
export const RoomSelectPage = () => {
  const { client, construction, accepting, why_not_accepting, rooms } = useLoaderData<typeof loader>()
  const [typed, setTyped] = useState('')
  const keyword = typed
    .normalize('NFKC')
    .replaceAll(/[\s号室]/g, '')
    .toUpperCase()
  const matches = keyword === '' ? rooms : rooms.filter(room => room.name.toUpperCase().includes(keyword))
  return (
    <>
      <Title>お住まいの部屋を選んでください</Title>
      <Where>
        {construction.building_name}
        <small>{construction.name}</small>
      </Where>
      {accepting ? (
        <Card>
          <FieldBox>
            <Label htmlFor="room-number">
              <Read>部屋番号で探す</Read>
            </Label>
            <Input
              id="room-number"
              className={styles.search}
              inputMode="numeric"
              autoComplete="off"
              placeholder="例：101"
              value={typed}
              onChange={event => setTyped(event.currentTarget.value)}
            />
          </FieldBox>
          <p className="sr-only" role="status">
            {keyword === '' ? '' : `${matches.length}件の部屋が見つかりました`}
          </p>
          {matches.length === 0 ? <Notice>「{typed}」の部屋は見つかりません。番号をお確かめください。</Notice> : <Floors rooms={matches} />}
        </Card>
      ) : (
        <Notice kind="warning">{why_not_accepting}</Notice>
      )}
      <Help className={styles.company}>{client.name}</Help>
      <Telephone />
    </>
  )
}

/** Floor by floor, the lowest first; blocks of a site under their names. */
const Floors = ({ rooms }: { rooms: readonly Room[] }) => {
  const blocks = [...Map.groupBy(rooms, room => room.block_position)]
  return blocks.map(([position, ofBlock]) => (
    <section key={position} className={styles.block}>
      {blocks.length > 1 || ofBlock[0]?.block_name ? (
        <h2>
          <Read>{ofBlock[0]?.block_name || `${position}棟`}</Read>
        </h2>
      ) : null}
      {[...Map.groupBy(ofBlock, room => room.row)].map(([row, ofFloor]) => (
        <ul key={row} className={styles.rooms}>
          {ofFloor.map(room => (
            <li key={room.uuid}>
              <RoomLink room={room} />
            </li>
          ))}
        </ul>
      ))}
    </section>
  ))
}

const RoomLink = ({ room }: { room: Room }) => {
  const { client_uuid = '', construction_uuid = '' } = useParams()
  return (
    <Link className={styles.room} to={paths.resident_authentication_code(client_uuid, construction_uuid, room.uuid)}>
      {room.name}
    </Link>
  )
}
