import { expect, it } from 'vitest'
import { openLog } from '../../observing/log.ts'
import { noReplicas, replicasOf } from './replicas.ts'

const said: string[] = []
const log = openLog('info', { write: line => void said.push((JSON.parse(line) as { msg: string }).msg) })
const settings = { databaseUrl: 'postgres://x@127.0.0.1:9/x', replicaLagSeconds: 10 }
const named = { ...settings, databaseReplicaUrls: ['postgres://x@127.0.0.1:9/y'] }

it('are none where none are named', () => {
  expect(replicasOf({ ...settings, databaseReplicaUrls: [] }, { isCoordinator: false, log })).toBe(noReplicas)
  expect(said).toEqual([])
})

it('are not read on a cluster of Citus, and who runs it is told once', () => {
  expect(replicasOf(named, { isCoordinator: true, log })).toBe(noReplicas)
  expect(said).toEqual([expect.stringContaining('Citus')])
})

it('are left alone while nobody is there, and keep nobody from the primary', async () => {
  const replicas = replicasOf(named, { isCoordinator: false, log })
  expect(await replicas.read(null, null, async () => 'read')).toEqual({ instead: 'none' })
  expect(replicas.states()).toEqual([{ name: '127.0.0.1:9', lagSeconds: expect.any(Number) }])
  await replicas.close()
})
