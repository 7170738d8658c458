import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findFolderFaults, mostFiles } from './folder-faults.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'toguchi-folders-'))
  mkdirSync(join(root, 'web/src/rooms/remaining'), { recursive: true })
  for (let file = 1; file <= mostFiles; file++) plant(`web/src/rooms/room-${file}.ts`)
})
afterEach(() => rmSync(root, { recursive: true }))

const plant = (file: string): void => writeFileSync(join(root, file), '')

it('lets a folder have as many files as one reads at a glance, with their tests and the folders of its nouns', () => {
  plant('web/src/rooms/room-1.test.ts')
  plant('web/src/rooms/remaining/RemainingList.tsx')
  expect(findFolderFaults(root)).toEqual([])
})

it.each(['RoomBadges.tsx', 'RoomBadges.module.css', 'room-badges.ts'])('accuses it of one more: %s', file => {
  plant(`web/src/rooms/${file}`)
  expect(findFolderFaults(root)).toEqual([expect.stringContaining('web/src/rooms: 19 files')])
})
