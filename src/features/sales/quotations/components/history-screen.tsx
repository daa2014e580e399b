import { Anchor, Button, Stack, Text, Title } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { quotationPaper } from '@/documents/paper/papers'
import { useLive } from '@/kit/live/use-live'
import { RecordState } from '@/kit/record/record-page'
import { momentText } from '@/shared/domain/text/formats'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import { previewQuery, type Version, versionsQuery } from '../api/preview.query'
import { type Quotation, quotationQuery } from '../api/quotation.query'
import { quotationsKey } from '../api/quotations.query'
import { PicturedPaper } from './pictured-paper'
import { VersionDifferences } from './version-differences'
import classes from './quotation.module.css'

/** /quotations/history/:id: every sent version, and the changes between them. */
export function HistoryScreen({ id }: { id: string }) {
  const quotation = useQuery(quotationQuery(id))
  return (
    <RecordState of={quotation} what="quotation" back={{ label: 'Quotations', href: '/quotations' }}>
      {(row) => <History row={row} />}
    </RecordState>
  )
}

function History({ row }: { row: Quotation }) {
  const versions = useQuery(versionsQuery(row.id))
  const [search] = useSearchParams()
  useLive([...quotationsKey, 'one', row.id], [{ page: 'quotations', tables: ['quotation_versions'] }])
  const all = versions.data ?? []
  const place = all.findIndex(({ version }) => String(version) === search.get('version'))
  const papers = place < 0 ? [] : all.slice(place, place + 2).toReversed()
  return (
    <PageFrame
      title={`Versions of ${row.quotation_number}`}
      actions={
        <Button variant="default" component={Link} to={`/quotations/${row.id}`}>
          Back to the quotation
        </Button>
      }
    >
      {versions.isPending ? <LineSkeletons count={3} height={60} /> : null}
      {versions.isError ? (
        <Problem onRetry={() => void versions.refetch()}>The versions could not be read</Problem>
      ) : null}
      {versions.isSuccess && all.length === 0 ? (
        <EmptyScreen icon={<IconHistory stroke={1.5} />} title="Nothing was sent yet">
          A version is kept each time the quotation is sent.
        </EmptyScreen>
      ) : null}
      <Stack>
        {row.status === 'draft' && all[0] ? <DraftPart row={row} before={all[0]} /> : null}
        {all.map((version, index) => (
          <VersionPart key={version.version} version={version} before={all[index + 1]} />
        ))}
        <div className={classes.papers}>
          {papers.map(({ version, document }) => (
            <PicturedPaper key={version} paper={quotationPaper(document)} />
          ))}
        </div>
      </Stack>
    </PageFrame>
  )
}

/** The draft of the next version, whose lines and total are those of now. It is in the list once something was sent. */
function DraftPart({ row, before }: { row: Quotation; before: Version }) {
  const { data } = useQuery(previewQuery(row.id))
  if (!data) return null
  return (
    <section className={page.panel} aria-label={row.number_with_version}>
      <Title order={2} size="h4">
        {row.number_with_version}
      </Title>
      <Text size="sm" c="dimmed">
        A draft: the client does not see it
      </Text>
      <VersionDifferences before={before} after={data} />
    </section>
  )
}

function VersionPart({ version, before }: { version: Version; before: Version | undefined }) {
  return (
    <section className={page.panel} aria-label={version.number}>
      <Title order={2} size="h4">
        {version.number}
      </Title>
      <Text size="sm" c="dimmed">
        Sent {momentText(version.sentAt)}
        {version.reason ? ` · ${version.reason}` : ''} ·{' '}
        <Anchor component={Link} to={`?version=${version.version}`} replace>
          {before ? 'Show it beside the version before' : 'Show the paper'}
        </Anchor>
      </Text>
      {before ? (
        <VersionDifferences before={before} after={version.document} />
      ) : (
        <Text size="sm" mt="xs">
          The first version.
        </Text>
      )}
    </section>
  )
}
