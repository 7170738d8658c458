import { expect, it } from 'vitest'
import { TextField } from '../ui/form/fields/TextField.tsx'
import type { AnswerOf } from '../platform/api/api.ts'
import type { Master } from './master.ts'

type Department = AnswerOf<'GET /api/departments/:id'>['department']
type Described = Pick<Master<Department, { name: string }>, 'columns' | 'sortable'>

it('sorts a list by fields of its rows; a misspelt one does not compile', () => {
  const departments: Described = {
    columns: [
      { key: 'name', head: '名称', sort: 'name', cell: ({ name }) => name },
      // @ts-expect-error No field of a department.
      { key: 'users', head: 'スタッフ数', sort: 'user_count', cell: ({ users_count }) => users_count },
    ],
    // @ts-expect-error No field of a department.
    sortable: ['name', 'user_count'],
  }
  expect(departments.columns.map(({ key }) => key)).toEqual(['name', 'users'])
})

it('asks for fields of its form; a misspelt one does not compile', () => {
  const fields = [
    <TextField<{ name: string }> key="name" name="name" label="名称" />,
    // @ts-expect-error No field of the form.
    <TextField<{ name: string }> key="nam" name="nam" label="名称" />,
  ]
  expect(fields).toHaveLength(2)
})
