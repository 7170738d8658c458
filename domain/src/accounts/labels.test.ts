import { expect, it } from 'vitest'
import { roleIds } from '../access/actor.ts'
import { displayFormats, userTypeLabels } from './labels.ts'

it('the roles have the ids of the specification', () =>
  expect(roleIds).toEqual({ admin: 1, staffAdmin: 2, staff: 3, craftsman: 4, operator: 5, resident: 6 }))

it('the types of users have their labels', () =>
  expect(userTypeLabels).toMatchObject({ Staff_Admin: '企業管理者', Staff: '企業一般', Craftsman: '協力会社' }))

it('constructions are shown as a list or in a calendar', () => expect(displayFormats).toEqual(['list', 'grid']))
