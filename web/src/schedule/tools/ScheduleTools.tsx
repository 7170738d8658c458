import type { RoomCard } from '@toguchi/domain/schedule/contract'
import { blockName, floorName } from '../views/building-view.ts'
import type { Draft } from '../draft/draft.ts'
import { filterOf, isFiltering, roomStateLabels, roomStates } from '../draft/schedule-filter.ts'
import { useSearchChoice } from './search-choice.ts'
import { type ReactNode, useMemo } from 'react'
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
import { Disclosure } from '../../ui/dialog/Disclosure.tsx'
import { RoomSearch } from './RoomSearch.tsx'
import { Select } from '../../ui/form/Control.ts'
import styles from './ScheduleTools.module.css'

interface Props {
  draft: Draft
  editing: boolean
  mobile: boolean
  onRoom: (room: RoomCard) => void
  matchCount: number | null
}

/** How the schedule is looked at: which view, how wide, what is looked for. All of it stands in the address. */
export const ScheduleTools = ({ draft, editing, mobile, onRoom, matchCount }: Props) => {
  /** A phone has no room for these while one edits. */
  const folded = mobile && editing
  return (
    <>
      <ViewChoice />
      {folded ? null : <WidthChoices />}
      {mobile ? null : <RoomSearch rooms={draft.rooms} onRoom={onRoom} />}
      <Filters draft={draft} matchCount={matchCount} mobile={mobile}>
        {mobile ? <RoomSearch rooms={draft.rooms} onRoom={onRoom} /> : null}
        {folded ? <WidthChoices /> : null}
      </Filters>
    </>
  )
}

const ViewChoice = () => {
  const [search] = useSearchParams()
  const set = useSearchChoice()
  return (
    <Choices
      label="表示"
      names={viewNames}
      labels={viewLabels}
      chosen={viewOf(search)}
      onChoose={name => set({ view: name === 'frame' ? null : name })}
    />
  )
}

/** How wide a date is, and in the building what colours mean. */
const WidthChoices = () => {
  const [search] = useSearchParams()
  const set = useSearchChoice()
  return (
    <>
      <Choices
        label="表示幅"
        names={zooms}
        labels={zoomLabels}
        chosen={zoomOf(search)}
        onChoose={name => set({ zoom: name === 'week' ? null : name })}
      />
      {viewOf(search) === 'building' ? (
        <Choices
          label="色分け"
          names={buildingColours}
          labels={buildingColourLabels}
          chosen={colourOf(search)}
          onChoose={name => set({ colour: name === 'date' ? null : name })}
        />
      ) : null}
    </>
  )
}

interface FiltersProps {
  draft: Draft
  matchCount: number | null
  /** The search stands in it too. */
  mobile: boolean
  children: ReactNode
}

/** What the sheet is narrowed by, behind a button that says by how much it is, and how many rooms are left. */
const Filters = ({ draft, matchCount, mobile, children }: FiltersProps) => {
  const label = mobile ? '検索・絞り込み' : '絞り込み'
  const [search] = useSearchParams()
  const filter = filterOf(search)
  const count = Object.values(filter).filter(value => value !== null).length
  return (
    <>
      <Disclosure
        label={label}
        {...(mobile ? { icon: 'search' as const } : {})}
        face={
          <>
            <span className={styles.filterLabel}>{label}</span> {count === 0 ? null : <b className={styles.filterCount}>{count}</b>}
          </>
        }
        on={count > 0}
      >
        {() => (
          <>
            {children}
            <FilterChoices draft={draft} />
          </>
        )}
      </Disclosure>
      {matchCount === null ? null : (
        <span className={styles.matches} role="status" data-testid="found-rooms">
          {matchCount === 0 ? '該当なし' : `${matchCount}戸`}
        </span>
      )}
    </>
  )
}

const FilterChoices = ({ draft }: { draft: Draft }) => {
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
    <div className={styles.filters}>
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
        <Button size="small" kind="quiet" onClick={() => set({ crew: null, floor: null, stack: null, state: null })}>
          解除
        </Button>
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
