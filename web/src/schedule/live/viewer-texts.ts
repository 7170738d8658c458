import type { Viewer } from '@toguchi/domain/schedule/live-contract'

type Named = Pick<Viewer, 'name' | 'editing'>

/** 佐藤 of 佐藤 花子; a name without a blank is taken as it is. */
export const familyNameOf = (name: string): string => name.trim().split(/\s+/u)[0] ?? name

/** One letter for a face. */
export const initialOf = (name: string): string => {
  const first = name.trim().codePointAt(0)
  return first === undefined ? '？' : String.fromCodePoint(first).toLocaleUpperCase('ja')
}

const people = (names: readonly string[]): string => {
  const [one = '', other = ''] = names.map(name => `${familyNameOf(name)}さん`)
  if (names.length === 1) return one
  return names.length === 2 ? `${one}と${other}` : `${one}ほか${names.length - 1}人`
}

/** What the others do, in one sentence; those who edit matter more than those who look. Empty when nobody else is here. */
export const sentenceOf = (others: readonly Named[]): string => {
  const editing = others.filter(viewer => viewer.editing)
  if (editing.length > 0) return `${people(editing.map(({ name }) => name))}が編集中`
  return others.length === 0 ? '' : `${people(others.map(({ name }) => name))}が閲覧中`
}
