import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demandProgram } from '../../../../tools/debian-packages.ts'
import { migrate } from '../../migrate/migrate.ts'
import { examineMail } from './examine-machine.ts'

/* Servers whose certificates were signed by nobody that this machine knows. */
const folder = mkdtempSync(join(tmpdir(), 'toguchi-certificates-'))
afterAll(() => rmSync(folder, { recursive: true }))
let identity: { key: Buffer; cert: Buffer }
beforeAll(() => {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', join(folder, 'key.pem')]
  const certificate = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2', '-out', join(folder, 'cert.pem')]
  execFileSync(demandProgram('openssl', 'openssl'), ['req', '-x509', ...key, ...certificate], { stdio: 'ignore' })
  identity = { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(join(folder, 'cert.pem')) }
})

describe('a certificate whose authority nobody knows', () => {
  it('is named by doctor of the mail server, with what to do', async () => {
    const server = new SMTPServer({ ...identity, secure: true, authOptional: true })
    server.on('error', () => undefined)
    await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
    const { port } = server.server.address() as AddressInfo
    for (const to of [null, 'operator@example.jp']) {
      const findings = await examineMail({ smtpUrl: `smtps://localhost:${port}`, mailFrom: 'no-reply@example.jp' }, to)
      expect(findings[0]).toEqual({ is: 'wrong', says: expect.stringContaining('NODE_EXTRA_CA_CERTS') })
    }
    await new Promise<void>(closed => server.close(() => closed()))
  })

  it('is named of the database', async () => {
    // What PostgreSQL answers to whoever asks for TLS.
    const server = createServer(socket => {
      socket.on('error', () => undefined)
      socket.once('data', () => {
        socket.write('S')
        new TLSSocket(socket, { isServer: true, ...identity }).on('error', () => undefined)
      })
    })
    await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
    const { port } = server.address() as AddressInfo
    await expect(migrate(`postgres://owner:secret@localhost:${port}/toguchi?sslmode=verify-full`)).rejects.toMatchObject({
      name: 'Refusal',
      message: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    })
    await new Promise(closed => server.close(closed))
  })
})
