import { createServer } from 'node:net'
import { Refusal } from '../platform/refusal.ts'
import { codeOf } from '../platform/http/error-code.ts'

/** Says at once, before minutes of set-up, that the port is taken or not ours to take. */
export const refuseTakenPort = (port: number): Promise<void> =>
  new Promise((done, refuse) => {
    const probe = createServer()
    probe.once('error', error => {
      const refusal = portRefusal(error, port)
      if (refusal) refuse(refusal)
      else done()
    })
    probe.listen(port, () => probe.close(() => done()))
  })

/** The sentence for an error of listening, or undefined when it was about something else. */
export const portRefusal = (error: unknown, port: number): Refusal | undefined => {
  const code = codeOf(error)
  if (code === 'EADDRINUSE')
    return new Refusal(
      `ポート ${port} は使用中です。PORT=${port === 65_535 ? 3000 : port + 1} bin/start のように別のポートを指定してください。(Port ${port} is taken; set PORT.)`,
    )
  if (code === 'EACCES')
    return new Refusal(
      `ポート ${port} を使う権限がありません。1024以上のポートを PORT で指定してください。(Not allowed to use port ${port}; set PORT.)`,
    )
  return undefined
}
