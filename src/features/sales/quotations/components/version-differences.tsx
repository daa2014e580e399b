import { Alert, Anchor, List } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { QuotationDocument } from '@/documents/paper/source'
import { linkTo } from '@/shared/lib/address'
import { lineDifferences, totalDifference } from '../../shared/version-changes'
import { previewQuery, type Version, versionsQuery } from '../api/preview.query'
import type { Quotation } from '../api/quotation.query'

type After = Pick<QuotationDocument, 'lines' | 'gross' | 'currency' | 'terms' | 'client_note'>

/** Each change from a version to the next one as words: `Total: €10.00 → €12.00`, `Added: Banner`. */
function wordsOf({ document }: Version, after: After): string[] {
  const total = totalDifference(document.gross, after.gross, after.currency)
  const lines = lineDifferences(document.lines, after.lines).map((each) => {
    const name = each.line.description
    if (each.kind === 'changed') return `${name}: ${each.what.join(', ')}`
    return each.kind === 'added' ? `Added: ${name}` : `Removed: ${name}`
  })
  return [
    ...(total === null ? [] : [total]),
    ...lines,
    ...((document.terms ?? '') === (after.terms ?? '') ? [] : ['Terms changed']),
    ...((document.client_note ?? '') === (after.client_note ?? '') ? [] : ['Note for the client changed']),
  ]
}

/** What changed since the version before: its total, its lines and its texts. */
export function VersionDifferences({ before, after }: { before: Version; after: After }) {
  const words = wordsOf(before, after)
  return (
    <List size="sm" mt="xs">
      {words.map((each) => (
        <List.Item key={each} style={{ overflowWrap: 'anywhere' }}>
          {each}
        </List.Item>
      ))}
      {words.length === 0 ? <List.Item>The lines are those of {before.number}.</List.Item> : null}
    </List>
  )
}

/** Over the lines of a draft that was sent before: what it changes of the version that the client has. `stamp` moves with each saved line. */
export function DraftChanges({ row, stamp }: { row: Quotation; stamp: number }) {
  const isNext = row.status === 'draft' && row.version > 1
  const { data: versions } = useQuery({ ...versionsQuery(row.id), enabled: isNext })
  const { data: after } = useQuery({
    ...previewQuery(row.id, `${stamp} ${row.row_version}`),
    enabled: isNext,
    placeholderData: (previous) => previous,
  })
  const before = versions?.[0]
  if (!isNext || !before || !after) return null
  return (
    <Alert color="gray" title={`Changed since ${before.number}`} mt="md">
      <VersionDifferences before={before} after={after} />
      <Anchor size="sm" component={Link} to={linkTo('/quotations/history/:id', { id: row.id })}>
        Versions
      </Anchor>
    </Alert>
  )
}
