import { purgeAccounts, settleAddresses } from './accounts/accounts.ts'
import { alertOfKeys } from './keys/keys.ts'
import { clientTermPapers, forgetExports } from './client-terms/client-terms.ts'
import { dropLogo, sumCounts } from './clients/clients.ts'
import { drawMissingViews, sweepOrphans } from './files/files.ts'
import { printDocument } from './printing/printing.ts'
import { completionBookPapers } from './completion-books/completion-books.ts'
import { completionReportPapers } from './completion-reports/completion-reports.ts'
import { forgetArchives, photoArchivePapers } from './photo-archives/photo-archives.ts'
import { orderPapers, remindOfPayments, settleOrders, sumMonths, workPayments } from './orders/orders.ts'
import { boardReportPapers, forgetBoardReports } from './board-reports/board-reports.ts'
import { photoLedgerPapers } from './photo-ledgers/photo-ledgers.ts'
import { attemptEach } from './platform/attempt-each.ts'
import { removeBytes } from './platform/files/remove-bytes.ts'
import type { Work } from './platform/jobs/jobs.ts'
import { observeJobs } from './platform/observing/observe-jobs.ts'
import type { Platform } from './platform/platform.ts'
import { offerEarlierFrames, remindOfVisits } from './residents/residents.ts'
import { eraseClients, eraseDueClient, erasePeople } from './retention/retention.ts'
import { confirmDueDates } from './rooms/rooms.ts'

const sweepStaging = ({ storage }: Platform) => storage.sweepStaging()

/** Either queue makes each of them: which one is chosen where the paper is asked for. */
const papers = {
  ...orderPapers,
  ...completionReportPapers,
  ...photoLedgerPapers,
  ...boardReportPapers,
  ...photoArchivePapers,
  ...completionBookPapers,
  ...clientTermPapers,
}

/** What the queues do, one line a queue; `sendMessages` is the process's one sender. */
export const work = (platform: Platform, sendMessages: () => Promise<void>): Work =>
  observeJobs(platform, {
    outbox: sendMessages,
    documents: (data, signal) =>
      printDocument(platform, { clientId: Number(data['client_id']), jobId: Number(data['job_id']) }, papers, signal),
    archives: (data, signal) =>
      printDocument(platform, { clientId: Number(data['client_id']), jobId: Number(data['job_id']) }, papers, signal),
    erasures: (data, signal) => eraseDueClient(platform, Number(data['client_id']), signal),
    bytes: data => removeBytes(platform, Number(data['client_id'])),
    logos: data => dropLogo(platform, String(data['logo_path'])),
    payments: data => workPayments(platform, data),
    daily: () =>
      attemptEach(
        [
          settleOrders,
          confirmDueDates,
          erasePeople,
          eraseClients,
          purgeAccounts,
          drawMissingViews,
          forgetArchives,
          forgetExports,
          forgetBoardReports,
          sweepStaging,
          sweepOrphans,
        ],
        task => task(platform),
      ),
    reminders: () =>
      attemptEach([remindOfVisits, remindOfPayments, offerEarlierFrames, alertOfKeys, settleAddresses, sumCounts, sumMonths], task =>
        task(platform),
      ),
  })
