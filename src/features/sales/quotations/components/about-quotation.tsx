import { Title } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import { useDialog } from '@/kit/dialog/use-dialog'
import { MailsOfRecord } from '@/kit/mail/mails-of-record'
import { TrailLink } from '@/kit/record/trail-link'
import { RecordTasks } from '@/kit/tasks/record-tasks'
import page from '@/shared/ui/page/record-page.module.css'
import { InternalNote } from '../../shared/internal-note'
import type { Quotation } from '../api/quotation.query'
import { CalculatedLines } from './calculated-lines'
import { isLost, LostReason } from '../answers/lost-reason'
import { QuotationFacts } from './quotation-facts'
import { QuotationStory } from './quotation-story'

type AboutProps = { row: Quotation; isDraft: boolean; mayEdit: boolean }

/**
 * The parts beside the lines. It is memoised, so that a key in the sheet does not draw it again: the note measures its
 * height at each drawing, which would lay out the whole page before the cell is painted.
 */
export const AboutQuotation = memo(function AboutQuotation({ row, isDraft, mayEdit }: AboutProps) {
  const dialog = useDialog('quotation')
  return (
    <>
      <CalculatedLines quotationId={row.id} currency={row.currency} isOpen={isDraft && mayEdit} />
      {isLost(row) ? (
        <Part title="Why it was lost">
          <LostReason row={row} mayEdit={mayEdit} onAsk={() => dialog.open('lost')} />
        </Part>
      ) : null}
      <section className={page.panel} aria-label="Facts">
        <QuotationFacts row={row} />
        <TrailLink id={row.id} />
      </section>
      <RecordTasks kind="quotation" id={row.id} />
      <Part title="Note inside" isForColleagues>
        <InternalNote kind="quotation" id={row.id} page="quotations" mayEdit={mayEdit} />
      </Part>
      <Part title="Mails">
        <MailsOfRecord kind="quotation" id={row.id} page="quotations" />
      </Part>
      <Part title="Story">
        <QuotationStory id={row.id} />
      </Part>
    </>
  )
})

type PartProps = { title: string; isForColleagues?: boolean; children: ReactNode }

const Part = ({ title, isForColleagues = false, children }: PartProps) => (
  <section className={page.panel} aria-label={title} data-no-print={isForColleagues || undefined}>
    <Title order={2} size="h4" mb="xs">
      {title}
    </Title>
    {children}
  </section>
)
