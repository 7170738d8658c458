import type { ServerSettings } from '../platform/settings.ts'

type Text = (name: string) => string | null

/**
 * Copies of the database that reads may go to (decision 105), and how far behind one may be. All of them are the application's own login; one
 * that is written wrong would be left alone in silence for ever, so it is told at the start.
 */
export const readReplicas = (text: Text, missing: string[]): Pick<ServerSettings, 'databaseReplicaUrls' | 'replicaLagSeconds'> => {
  const wrong = (name: string, rule: string) => missing.push(`${name} … ${rule}（現在の値が正しくありません）`)
  const urls = (text('DATABASE_REPLICA_URLS') ?? '').split(',').flatMap(part => part.trim() || [])
  const primaries = ['DATABASE_APP_URL', 'DATABASE_URL', 'DATABASE_SESSION_URL'].map(text)
  if (!urls.every(isDatabase)) wrong('DATABASE_REPLICA_URLS', 'postgres:// で始まるURL。複数あるときはカンマで区切ります')
  else if (new Set(urls).size < urls.length) wrong('DATABASE_REPLICA_URLS', '同じレプリカは1回だけ指定してください')
  else if (urls.some(url => primaries.includes(url)))
    wrong('DATABASE_REPLICA_URLS', 'プライマリーではなく、レプリカ（ストリーミングレプリケーションのスタンバイ）のURL')
  const seconds = text('DATABASE_REPLICA_LAG_SECONDS') ?? '10'
  if (!/^\d+$/.test(seconds) || Number(seconds) < 3 || Number(seconds) > 300) wrong('DATABASE_REPLICA_LAG_SECONDS', '3〜300の数字')
  return { databaseReplicaUrls: urls, replicaLagSeconds: Number(seconds) }
}

const isDatabase = (url: string): boolean => /^postgres(ql)?:\/\/./.test(url) && URL.canParse(url) && new URL(url).hostname !== ''
