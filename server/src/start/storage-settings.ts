import type { S3Settings, ServerSettings } from '../platform/settings.ts'

type Text = (name: string) => string | null

const names = ['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_PATH_STYLE', 'S3_CHECKSUMS', 'S3_READ_BACK']

const isServer = (value: string): boolean => /^https?:\/\/[^/]+\/?$/.test(value) && URL.canParse(value)

/**
 * Where files are kept (decision 096): in the folder, or in a bucket as soon as S3_BUCKET names one; STORAGE says otherwise while files move
 * from one to the other. Half of a bucket's settings would lose photos at the first upload, so what is missing or wrong is told at the start.
 */
export const readFileStorage = (text: Text, missing: string[]): Pick<ServerSettings, 'storage' | 's3'> => {
  const bucket = text('S3_BUCKET')
  const named = text('STORAGE')
  const wrong = (name: string, rule: string) => missing.push(`${name} … ${rule}（現在の値が正しくありません）`)
  if (named !== null && named !== 'disk' && named !== 's3') wrong('STORAGE', 'disk か s3')
  if (bucket === null) {
    const lone = names.filter(name => text(name) !== null)
    if (named === 's3' || lone.length > 0)
      missing.push(`S3_BUCKET … ファイルを保存するバケットの名前（${named === 's3' ? 'STORAGE=s3' : lone.join('、')} が指定されています）`)
    return { storage: 'disk', s3: null }
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) wrong('S3_BUCKET', '英小文字・数字・ハイフンの3〜63文字')
  const endpoint = text('S3_ENDPOINT')
  if (endpoint !== null && !isServer(endpoint)) wrong('S3_ENDPOINT', 'http:// または https:// で始まるサーバー。例: https://s3.example.jp')
  const region = text('S3_REGION') ?? (endpoint === null ? null : 'us-east-1')
  if (region === null) missing.push('S3_REGION … バケットのリージョン。例: ap-northeast-1')
  else if (!/^[a-z0-9-]+$/.test(region)) wrong('S3_REGION', 'リージョンの名前。例: ap-northeast-1')
  return {
    storage: named === 'disk' ? 'disk' : 's3',
    s3: {
      endpoint: endpoint?.replace(/\/$/, '') ?? null,
      region: region ?? '',
      bucket,
      credentials: readCredentials(text, endpoint, missing),
      pathStyle: readSwitch(text, 'S3_PATH_STYLE', endpoint !== null, wrong),
      checksums: readSwitch(text, 'S3_CHECKSUMS', false, wrong),
      readBack: readSwitch(text, 'S3_READ_BACK', false, wrong),
    },
  }
}

/** Without keys the machine's own role counts, which only Amazon has. */
const readCredentials = (text: Text, endpoint: string | null, missing: string[]): S3Settings['credentials'] => {
  const accessKeyId = text('S3_ACCESS_KEY_ID')
  const secretAccessKey = text('S3_SECRET_ACCESS_KEY')
  if (accessKeyId !== null && secretAccessKey !== null) return { accessKeyId, secretAccessKey }
  if (accessKeyId === null && secretAccessKey === null && endpoint === null) return null
  if (accessKeyId === null) missing.push('S3_ACCESS_KEY_ID … S3のアクセスキー')
  if (secretAccessKey === null) missing.push('S3_SECRET_ACCESS_KEY … S3のシークレットアクセスキー')
  return null
}

const readSwitch = (text: Text, name: string, usual: boolean, wrong: (name: string, rule: string) => void): boolean => {
  const value = text(name)
  if (value !== null && value !== 'on' && value !== 'off') wrong(name, 'on か off')
  return value === null ? usual : value === 'on'
}
