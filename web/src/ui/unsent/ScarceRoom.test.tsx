// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { lookForRoom } from '../../platform/outbox/storage-room.ts'
import { ScarceRoom } from './ScarceRoom.tsx'

const text = /^端末の空き容量が残りわずかです/
const told = (estimate: StorageEstimate | null) =>
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, { storage: { value: estimate === null ? undefined : { estimate: () => Promise.resolve(estimate) } } }),
  )

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('is silent while there is room, and where the browser does not say', async () => {
  for (const estimate of [{ usage: 1e9, quota: 60e9 }, null, {}]) {
    told(estimate)
    render(<ScarceRoom />)
    await lookForRoom()
    expect(screen.queryByText(text)).toBeNull()
    cleanup()
  }
})

it('says how much is left below 200 MB and above 95 %, and takes it back when there is room again', async () => {
  told({ usage: 59e9, quota: 60e9 })
  render(<ScarceRoom />)
  expect(await screen.findByText(/（保存できるのは約953MB）/)).toBeTruthy()
  told({ usage: 0.1e9, quota: 0.2e9 })
  await lookForRoom()
  expect(await screen.findByText(/（保存できるのは約95MB）/)).toBeTruthy()
  told({ usage: 1e9, quota: 60e9 })
  await lookForRoom()
  await vi.waitFor(() => expect(screen.queryByText(text)).toBeNull())
})
