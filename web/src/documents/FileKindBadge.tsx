import { fileKindLabel } from '@toguchi/domain/documents/file-kinds'
import { Badge, type Tone } from '../ui/Badge.tsx'

const tones: Readonly<Record<string, Tone>> = { PDF: 'red', JPEG: 'amber', PNG: 'amber', Excel: 'green', Word: 'blue' }

/** What a file is, as people call it. */
export const FileKindBadge = ({ contentType }: { contentType: string }) => {
  const label = fileKindLabel(contentType)
  return <Badge tone={tones[label] ?? 'neutral'}>{label}</Badge>
}
