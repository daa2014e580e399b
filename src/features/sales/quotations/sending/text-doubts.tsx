import { Alert, Anchor, List } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { QuotationDocument } from '@/documents/paper/source'
import { doubtsOfText, nameOfText } from '@/shared/domain/planning/text-doubts'
import { currentFormats } from '@/shared/domain/text/formats'
import { todayOf } from '@/shared/domain/time/today'
import { linkTo } from '@/shared/lib/address'
import { useNow } from '@/shared/hooks/use-now'

type TextDoubtsProps = {
  /** The texts of a draft and the language of its paper. */
  of: Pick<QuotationDocument, 'terms' | 'client_note' | 'language'>
  /** The draft, where its texts are changed elsewhere. */
  id?: string
}

/** Says which days of the texts of a draft contradict each other or their day of the week, before it is sent. */
export function TextDoubts({ id, of: { terms, client_note, language } }: TextDoubtsProps) {
  const today = todayOf(useNow(600_000))
  const texts = { terms: terms ?? '', client_note: client_note ?? '' }
  const reading = { today, closures: [], language, style: currentFormats().date_style }
  const doubts = (['client_note', 'terms'] as const).flatMap((of) =>
    doubtsOfText(of, texts, reading).map((doubt) => ({ doubt, of })),
  )
  if (doubts.length === 0) return null
  return (
    <Alert color="yellow" role="status" title="Please look at the days in the texts">
      <List size="sm">
        {doubts.map(({ doubt, of }) => (
          <List.Item key={`${of} ${doubt}`}>
            In {nameOfText[of]}: {doubt}
          </List.Item>
        ))}
      </List>
      {id === undefined ? null : (
        <Anchor size="sm" component={Link} to={`${linkTo('/quotations/:id', { id })}?dialog=quotation.edit`}>
          Write other words
        </Anchor>
      )}
    </Alert>
  )
}
