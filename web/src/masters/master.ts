import type { Actor } from '@toguchi/domain/access/actor'
import type { UsedBy } from '@toguchi/domain/masters/used-by-contract'
import { queryOptions, useMutation } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { Params } from 'react-router'
import { type ApiError, queryClient } from '../platform/api/api.ts'
import { changedFields } from '../platform/changed-fields.ts'
import { useOnce } from '../platform/api/once.ts'
import { call, messageOf } from '../platform/api/request.ts'
import { toast } from '../platform/toast.ts'
import type { ShownRows } from '../spreadsheets/spreadsheets.tsx'
import type { Column } from '../ui/table/DataTable.tsx'
import type { Filter } from '../ui/table/FilterBar.tsx'
import { readOf } from './two-writers.ts'
import { type ListState, listQueryOf, pagingDefaults } from '../ui/table/list-state.ts'

export interface MasterRow {
  id: number
  can_delete?: boolean
  /** Details alone say what uses them. */
  used_by?: readonly UsedBy[] | undefined
  used_by_count?: number | undefined
}

type Address = Params<string>

type FieldOf<Row> = keyof Row & string
/** A column of its list; what it is sorted by is a field of the row. */
type MasterColumn<Row> = Column<Row> & { sort?: FieldOf<Row> }

/**
 * A master as data: where it lives, what its list shows and what its form asks. One list page and one detail page serve them all
 * (G-MAS-02). `Row` is the endpoint's own row, `Values` are the form's.
 */
export interface Master<Row extends MasterRow, Values extends FieldValues> {
  /** What a user calls one of them. */
  noun: string
  /** `/api/departments`; detail and changes are under it. */
  api: (address: Address) => string
  /** The rows' name in the list's answer, and one row's in the detail's. */
  plural: string
  singular: string
  /** What the form's body is called, when it is not the row's name. */
  resource?: string
  listTo: (address: Address) => string
  detailTo: (row: Row, address: Address) => string
  name: (row: Row) => string
  columns: readonly MasterColumn<Row>[]
  sortable: readonly FieldOf<Row>[]
  /** Filters besides the name; each is sent inside the row's name. */
  filters?: readonly Filter[]
  /** What the list is always narrowed to. */
  within?: (address: Address) => Readonly<Record<string, string>>
  blank: (address: Address) => Values
  values: (row: Row) => Values
  /** The body's inside, when it is not the form's values as they are. */
  body?: (values: Values) => object
  /** Its PATCH takes what the changed fields said when they were read, and refuses what another person changed in the same place (decision 086). */
  knowsTwoWriters?: boolean
  /** Files beside the body, by their Rails names. */
  files?: (values: Values) => Readonly<Record<string, File>>
  Fields: ComponentType<{ row: Row | null }>
  /** What else can be done with the whole list, before 新規登録. */
  Tools?: ComponentType<{ shown: ShownRows }>
  /** What a detail shows under its form. */
  Below?: ComponentType<{ row: Row }>
  canCreate: (actor: Actor) => boolean
  canChange?: (actor: Actor, row: Row) => boolean
  canDelete?: (actor: Actor, row: Row) => boolean
  /** Why a row that the actor may delete cannot be, or null. */
  whyNotDelete?: (row: Row) => string | null
  /** What goes with a row that is deleted, said before it is. */
  lost?: (row: Row) => string
  /** What the list belongs to. */
  listBack?: (actor: Actor, address: Address) => { to: string; label: string } | null
  formTestId?: string
  /** Pixels of the modal for a new row. */
  formWidth?: number
  /** What else a saved row changes on the screen. */
  saved?: (row: Row) => unknown
}

interface Listed<Row> {
  rows: Row[]
  total: number | undefined
}

/** What is asked for: what narrows the list, its order, and the page. */
const askedOf = <Row extends MasterRow, V extends FieldValues>(master: Master<Row, V>, address: Address, state: ListState) => {
  const filter = { ...state.filters, ...master.within?.(address) }
  return { ...listQueryOf(state, master.sortable), ...(Object.keys(filter).length > 0 ? { [master.singular]: filter } : {}) }
}

const firstPage = { currentPage: pagingDefaults.currentPage, perPage: pagingDefaults.perPage }

/** The rows that the list shows on all its pages, for a file of them (field-use O17). */
export const shownOf = <Row extends MasterRow, V extends FieldValues>(
  master: Master<Row, V>,
  address: Address,
  state: ListState,
  total: number | undefined,
): ShownRows => ({
  total,
  filtered: Object.keys(state.filters).length > 0,
  readIds: async () => {
    const asked = askedOf(master, address, { ...state, ...firstPage })
    if (Object.keys(asked).length === 0) return undefined
    const answer = (await call(`GET ${master.api(address)}`, { query: { ...asked, exclude_pagination: true } })) as Record<string, unknown>
    return (answer[master.plural] as Row[]).map(({ id }) => id)
  },
})

/** One page of a master's list, as the address asks for it. */
export const listOf = <Row extends MasterRow, V extends FieldValues>(master: Master<Row, V>, address: Address, state: ListState) => {
  const query = askedOf(master, address, state)
  const key = `GET ${master.api(address)}`
  return queryOptions<Listed<Row>, ApiError>({
    queryKey: [key, { query }],
    queryFn: async ({ signal }) => {
      // The endpoint's name is put together at run time: its answer is typed by the master itself.
      const answer = (await call(key, { query }, { signal })) as Record<string, unknown>
      return { rows: answer[master.plural] as Row[], total: answer.total_count as number | undefined }
    },
  })
}

/** One row of a master. */
export const rowOf = <Row extends MasterRow, V extends FieldValues>(master: Master<Row, V>, address: Address, id: string) => {
  const key = `GET ${master.api(address)}/${id}`
  return queryOptions<Row, ApiError>({
    queryKey: [key],
    queryFn: async ({ signal }) => ((await call(key, {}, { signal })) as Record<string, unknown>)[master.singular] as Row,
  })
}

interface Write<V> {
  method: 'POST' | 'PATCH' | 'DELETE'
  id?: number
  values?: V
  /** What the form of a PATCH was laid out with: only what differs from it is sent. */
  before?: V
}

/** What a write carries. A PATCH that changes nothing carries neither a field nor a file. */
const partsOf = <Row extends MasterRow, V extends FieldValues>(
  master: Master<Row, V>,
  values: V,
  before: V | undefined,
): { fields: object; files: Readonly<Record<string, File>> } => {
  const bodyOf = (of: V): object => master.body?.(of) ?? of
  return {
    fields: before === undefined ? bodyOf(values) : changesOf(master, bodyOf(before), bodyOf(values)),
    files: master.files?.(values) ?? {},
  }
}

const changesOf = ({ knowsTwoWriters = false }: { knowsTwoWriters?: boolean }, before: object, body: object): object => {
  const changed = changedFields(before, body)
  return knowsTwoWriters && Object.keys(changed).length > 0 ? { ...changed, read: readOf({ ...before }, { ...body }) } : changed
}

/** A write to a master: its lists and rows are read again afterwards, the server's message is shown. */
export const useMasterWrite = <Row extends MasterRow, V extends FieldValues>(
  master: Master<Row, V>,
  address: Address,
  done: (row: Row) => unknown,
) =>
  useOnce(
    useMutation<unknown, ApiError, Write<V>>({
      mutationFn: ({ method, id, values, before }) => {
        const parts = values === undefined ? undefined : partsOf(master, values, before)
        return call(
          `${method} ${master.api(address)}${id === undefined ? '' : `/${id}`}`,
          parts === undefined ? {} : { body: { [master.resource ?? master.singular]: parts.fields }, files: parts.files },
          {
            message: method === 'DELETE' ? '削除しています…' : '保存しています…',
            ...(master.knowsTwoWriters === true ? { errors: 'page_except_conflicts' } : {}),
          },
        )
      },
      onSuccess: async (answer, { method }) => {
        const said = messageOf(answer)
        if (said !== null) toast.success(said)
        const stale = `GET ${master.api(address)}`
        await queryClient.invalidateQueries({
          predicate: ({ queryKey: [key] }) => typeof key === 'string' && key.startsWith(stale),
          // A deleted row must not be asked for again by its own page.
          refetchType: method === 'DELETE' ? 'none' : 'active',
        })
        const row = (answer as Record<string, unknown>)[master.singular] as Row
        if (method !== 'DELETE') await master.saved?.(row)
        await done(row)
      },
      // Something has begun to use the row: its page says what.
      onError: async ({ code }, { method, id }) => {
        if (method === 'DELETE' && code !== null) await queryClient.invalidateQueries({ queryKey: [`GET ${master.api(address)}/${id}`] })
      },
    }),
  )
