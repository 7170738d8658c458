import type { RoomCard } from '@toguchi/domain/schedule/contract'
import { blockName, floorName } from '../views/building-view.ts'
import type { Draft } from '../draft/draft.ts'
import { filterOf, isFiltering, roomStateLabels, roomStates } from '../draft/schedule-filter.ts'
import { useSearchChoice } from './search-choice.ts'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import {
  buildingColourLabels,
  buildingColours,
  colourOf,
  viewLabels,
  viewNames,
  viewOf,
  zoomLabels,
  zoomOf,
  zooms,
} from '../views/views.ts'
import { Button } from '../../ui/Button.tsx'
import { RoomSearch } from './RoomSearch.tsx'
import { Select } from '../../ui/form/Control.ts'
import styles from './ScheduleTools.module.css'

/** How the schedule is looked at: which view, how wide, what is looked for. All of it stands in the address. */
export const ScheduleTools = ({
  draft,
  onRoom,
  matchCount,
}: {
  draft: Draft
  onRoom: (room: RoomCard) => void
  matchCount: number | null
}) => {
  const [search] = useSearchParams()
  const set = useSearchChoice()
  const view = viewOf(search)
  return (
    <>
      <Choices
        label="表示"
        names={viewNames}
        labels={viewLabels}
        chosen={view}
        onChoose={name => set({ view: name === 'frame' ? null : name })}
      />
      <Choices
        label="表示幅"
        names={zooms}
        labels={zoomLabels}
        chosen={zoomOf(search)}
        onChoose={name => set({ zoom: name === 'week' ? null : name })}
      />
      {view === 'building' ? (
        <Choices
          label="色分け"
          names={buildingColours}
          labels={buildingColourLabels}
          chosen={colourOf(search)}
          onChoose={name => set({ colour: name === 'date' ? null : name })}
        />
      ) : null}
      <RoomSearch rooms={draft.rooms} onRoom={onRoom} />
      <Filters draft={draft} matchCount={matchCount} />
    </>
  )
}

const Filters = ({ draft, matchCount }: { draft: Draft; matchCount: number | null }) => {
  const [search] = useSearchParams()
  const set = useSearchChoice()
  const filter = filterOf(search)
  const { rooms } = draft
  const { blocks } = draft.base
  const floors = useMemo(
    () => lines([...rooms.values()], room => ({ key: `${room.block_position}/${room.row}`, text: floorName(blocks, room), at: room.row })),
    [rooms, blocks],
  )
  const stacks = useMemo(
    () =>
      lines([...rooms.values()], room => ({
        key: `${room.block_position}/${room.col}`,
        text: `${blockName(blocks, room.block_position)} 系統${room.col}`.trim(),
        at: room.col,
      })),
    [rooms, blocks],
  )
  return (
    <div className={styles.filters} data-schedule="filters" role="group" aria-label="絞り込み">
      {draft.base.crews.length < 2 ? null : (
        <Narrowing
          label="班"
          value={filter.crew === null ? '' : String(filter.crew)}
          options={draft.base.crews.map(crew => ({ key: String(crew.assigned_contractor_id), text: crew.name }))}
          onChoose={crew => set({ crew })}
        />
      )}
      <Narrowing label="階" value={filter.floor ?? ''} options={floors} onChoose={floor => set({ floor })} />
      <Narrowing label="系統" value={filter.stack ?? ''} options={stacks} onChoose={stack => set({ stack })} />
      <Narrowing
        label="状態"
        value={filter.state ?? ''}
        options={roomStates.map(state => ({ key: state, text: roomStateLabels[state] }))}
        onChoose={state => set({ state })}
      />
      {isFiltering(filter) ? (
        <>
          <span role="status" data-testid="found-rooms">
            {matchCount === 0 ? '該当する住戸はありません' : `${matchCount}戸`}
          </span>
          <Button size="small" kind="quiet" onClick={() => set({ crew: null, floor: null, stack: null, state: null })}>
            解除
          </Button>
        </>
      ) : null}
    </div>
  )
}

const lines = (rooms: readonly RoomCard[], of: (room: RoomCard) => { key: string; text: string; at: number }) => {
  const byKey = new Map(rooms.map(room => [of(room).key, { ...of(room), block: room.block_position }]))
  return [...byKey.values()].toSorted((a, b) => a.block - b.block || a.at - b.at)
}

interface NarrowingProps {
  label: string
  value: string
  options: readonly { key: string; text: string }[]
  onChoose: (key: string | null) => void
}

const Narrowing = ({ label, value, options, onChoose }: NarrowingProps) => (
  <Select
    aria-label={label}
    data-on={value !== ''}
    value={value}
    onChange={event => onChoose(event.target.value === '' ? null : event.target.value)}
  >
    <option value="">{label}</option>
    {options.map(({ key, text }) => (
      <option key={key} value={key}>
        {text}
      </option>
    ))}
  </Select>
)

interface ChoicesProps<Name extends string> {
  label: string
  names: readonly Name[]
  labels: Readonly<Record<Name, string>>
  chosen: Name
  onChoose: (name: Name) => void
}

export const Choices = <Name extends string>({ label, names, labels, chosen, onChoose }: ChoicesProps<Name>) => (
  <div className={styles.choice} role="group" aria-label={label}>
    {names.map(name => (
      <button key={name} type="button" aria-pressed={name === chosen} onClick={() => onChoose(name)}>
        {labels[name]}
      </button>
    ))}
  </div>
)
