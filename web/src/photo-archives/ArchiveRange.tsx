import { archiveLabels } from '@toguchi/domain/photo-archives/labels'
import { photoTimingLabels, photoTimings } from '@toguchi/domain/photos/labels'
import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { type AnswerOf, q } from '../platform/api/api.ts'
import { useConfiguration } from '../platform/session/configuration.ts'
import { Select } from '../ui/form/Control.ts'
import { CheckLabel, FieldBox, Fieldset, Label } from '../ui/form/FieldParts.ts'
import { Choice } from '../ui/form/fields/Choice.tsx'
import { DayInput } from '../ui/form/fields/DayInput.tsx'
import type { ArchiveChoice } from './archive-choice.ts'
import styles from './PhotoArchiveModal.module.css'

interface Props {
  constructionId: number
  choice: ArchiveChoice
  onChange: (changes: Partial<ArchiveChoice>) => void
}

const areas = [
  { value: 'all', label: 'すべて' },
  { value: 'rooms', label: '部屋すべて' },
  { value: 'common', label: '共用部' },
  { value: 'ticked', label: '部屋を選ぶ' },
] as const

/** Where a building has several blocks (棟), each room with its own: 101号室 may be in each of them. */
const optionsOf = ({ rooms, blocks }: Pick<AnswerOf<'GET /api/constructions/:construction_id/rooms'>, 'rooms' | 'blocks'>) => {
  const nameOfBlock = new Map(blocks.length > 1 ? blocks.map(({ position, name }) => [position, name]) : [])
  return rooms.map(({ id, name, block_position }) => ({
    value: id,
    label: [nameOfBlock.get(block_position), addressedRoom(name)].filter(Boolean).join('　'),
  }))
}

/** Which of the photos: where, at which stage, taken from when until when. */
export const ArchiveRange = ({ constructionId, choice, onChange }: Props) => {
  const id = useId()
  const today = useConfiguration()?.today ?? ''
  const { data } = useQuery(
    q('GET /api/constructions/:construction_id/rooms', { params: { construction_id: constructionId } }, { silent: true }),
  )
  const rooms = data === undefined ? [] : optionsOf(data)
  return (
    <div className={styles.range}>
      <FieldBox>
        <Label htmlFor={`${id}-scope`}>範囲</Label>
        <Choice
          input={{ id: `${id}-scope`, name: 'archive_scope' }}
          options={[...areas, ...rooms]}
          value={choice.scope}
          onChoose={value =>
            onChange({ scope: typeof value === 'number' ? value : (areas.find(area => area.value === value)?.value ?? 'all') })
          }
        />
      </FieldBox>
      <FieldBox>
        <Label htmlFor={`${id}-timing`}>{archiveLabels.timing}</Label>
        <Select
          id={`${id}-timing`}
          value={choice.timing ?? ''}
          onChange={event => onChange({ timing: photoTimings.find(timing => timing === event.target.value) ?? null })}
        >
          <option value="">すべて</option>
          {photoTimings.map(timing => (
            <option key={timing} value={timing}>
              {photoTimingLabels[timing]}
            </option>
          ))}
        </Select>
      </FieldBox>
      {choice.scope === 'ticked' ? (
        <Fieldset className={styles.rooms}>
          <legend>部屋（{choice.room_ids.length}部屋を選択中）</legend>
          <div>
            {rooms.map(({ value, label }) => (
              <CheckLabel key={value}>
                <input
                  type="checkbox"
                  checked={choice.room_ids.includes(value)}
                  onChange={({ target: { checked } }) =>
                    onChange({ room_ids: checked ? [...choice.room_ids, value] : choice.room_ids.filter(id => id !== value) })
                  }
                />
                {label}
              </CheckLabel>
            ))}
          </div>
        </Fieldset>
      ) : null}
      {(['filmed_from', 'filmed_to'] as const).map(name => (
        <FieldBox key={name}>
          <Label htmlFor={`${id}-${name}`}>{archiveLabels[name]}</Label>
          <DayInput
            label={archiveLabels[name]}
            day={choice[name] === '' ? null : choice[name]}
            onDay={day => onChange({ [name]: day ?? '' })}
            onUnread={unread => onChange({ [`${name}_unread`]: unread })}
            input={{ id: `${id}-${name}` }}
            today={today}
            max={today}
          />
        </FieldBox>
      ))}
    </div>
  )
}
