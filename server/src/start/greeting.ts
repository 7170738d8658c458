import pg from 'pg'
import type { ServerSettings } from '../platform/settings.ts'

/** The demo accounts of G-ACC-27, all with the password `Password1`, and the page where each signs in. */
const accounts = [
  ['管理者', 'admin01', '/admins/login'],
  ['オペレーター', 'operator01', '/operators/login'],
  ['スタッフ管理者', 'staffadmin01', '/'],
  ['スタッフ', 'staff01', '/'],
  ['スタッフ（スタッフ登録可）', 'staff02', '/'],
  ['職人（協力会社）', 'craftsman01', '/'],
  ['職人（二次協力会社）', 'craftsman02', '/'],
] as const

interface Resident {
  login_id: string
  path: string
}

/** What production says when it is ready, and what it does without. */
export const greetProduction = ({
  port,
  sms,
  storage,
  storageDir,
  s3,
}: Pick<ServerSettings, 'port' | 'sms' | 'storage' | 'storageDir' | 's3'>): string[] => [
  `トグチを起動しました（ポート ${port}）`,
  `写真と書類は${s3 !== null && storage === 's3' ? `バケット ${s3.bucket}` : `フォルダー ${storageDir}`} に保存します。`,
  ...(sms.carrier === 'none'
    ? ['SMSを送信する設定（TWILIO_…）がないため、SMSは使われません。メールのない住戸は書面でのお知らせになります。']
    : []),
]

/** What a trial says when it is ready: where it is, and who can sign in where (D-29). */
export const greetTrial = async (databaseUrl: string, port: number, hasTown: boolean): Promise<string> => {
  const origin = `http://www.localhost:${port}`
  const lines = ['', `トグチ（試用）  ${origin}`, '']
  if (hasTown) {
    const residents = await findResidents(databaseUrl)
    const rows = [...accounts, ...residents.map(({ login_id, path }) => ['入居者', login_id, path] as const)]
    lines.push('  ログインID（パスワードはすべて Password1）')
    for (const [who, loginId, path] of rows) lines.push(`    ${loginId.padEnd(13)} ${origin}${path}  ${who}`)
    lines.push('')
  }
  lines.push(`  送信メールの確認  ${origin}/api/dev/mails`, '  終了は Ctrl-C', '')
  return lines.join('\n')
}

/** A resident signs in on the page of the own dwelling. */
const findResidents = async (databaseUrl: string): Promise<Resident[]> => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const { rows } = await client.query<Resident>(`
      select res.login_id, '/residents/clients/' || cl.uuid || '/constructions/' || c.uuid || '/rooms/' || r.uuid || '/login' as path
      from residents res
      join rooms r on r.client_id = res.client_id and r.id = res.room_id
      join constructions c on c.client_id = r.client_id and c.id = r.construction_id
      join clients cl on cl.id = res.client_id
      where res.login_id in ('resident01', 'resident02') and res.discarded_at is null
      order by res.login_id, res.client_id`)
    return rows
  } finally {
    await client.end()
  }
}
