import type { Job } from '@toguchi/domain/printing/contract'
import { fileUrl } from '../platform/files/files.ts'
import type { findJob } from '../platform/jobs/job-rows.ts'
import type { Platform } from '../platform/platform.ts'

type JobRow = NonNullable<Awaited<ReturnType<typeof findJob>>>

export const presentJob = (platform: Platform, { client_id, file_id, ...job }: JobRow): Job => ({
  ...job,
  state: job.state,
  file_url: file_id === null ? null : fileUrl(platform, client_id, file_id),
})
