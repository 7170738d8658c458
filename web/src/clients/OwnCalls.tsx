import { answerChannelLabels, callOutcomeLabels } from '@toguchi/domain/answers/labels'
import { formatInstant, timeInTokyo } from '@toguchi/domain/calendar/day'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../site/paths.ts'
import { q } from '../platform/api/api.ts'
import { useEnterClient } from '../platform/session/enter-client.ts'
import { Section } from '../ui/layout/Section.tsx'
import { DataTable } from '../ui/table/DataTable.tsx'

/** What one took down today, at whichever company; of a person it says nothing (decision 049). Absent until there is something. */
export const OwnCalls = () => {
  const { data } = useQuery(q('GET /api/admin/calls', {}, { silent: true }))
  const enterClient = useEnterClient()
  if (data === undefined || data.calls.length === 0) return null
  return (
    <Section title="本日の自分の電話" name="own_calls">
      <DataTable
        label="本日の自分の電話"
        rows={data.calls}
        rowKey={({ client, id }) => `${client.cd}/${id}`}
        onRow={({ client }) => enterClient(client, paths.calls())}
        columns={[
          { key: 'at', head: '時刻', cell: ({ created_at }) => timeInTokyo(new Date(created_at)), nowrap: true },
          { key: 'client', head: '企業', cell: ({ client }) => client.name },
          { key: 'dwelling', head: '住戸', cell: ({ building_name, room_name }) => `${building_name} ${room_name}号室` },
          { key: 'channel', head: '方法', cell: ({ channel }) => answerChannelLabels[channel], nowrap: true },
          {
            key: 'outcome',
            head: '結果',
            cell: ({ outcome, call_back_at, called_back_at }) =>
              call_back_at === null
                ? callOutcomeLabels[outcome]
                : `${callOutcomeLabels[outcome]}（${called_back_at === null ? `${formatInstant(new Date(call_back_at))}まで` : '完了'}）`,
          },
        ]}
      />
    </Section>
  )
}
