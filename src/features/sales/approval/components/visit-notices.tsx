import type { Ref } from 'react'
import type { PageWords } from '@/shared/domain/texts/pages/words'
import { usePageWords } from '@/shared/hooks/language/page-words'
import { useProblem } from '@/shared/hooks/use-problem'
import { Problem } from '@/shared/ui/page/problem'
import { ProofWaits } from '@/shared/ui/parts/proof-waits'
import type { ClientQuotation } from '../api/quotation.query'
import type { QuotationPage } from '../use-quotation-page'
import classes from './client-quotation.module.css'

const notices = { newer: 'notice_newer', decided: 'notice_decided', asked: 'notice_asked' } as const

/** What happened to the quotation and to what the client gave, at the head of the page. */
export function VisitNotices({ of, ref }: { of: QuotationPage; ref: Ref<HTMLDivElement> }) {
  const words = usePageWords()
  const problemOf = useProblem()
  const { say } = words
  const { shown, context, isOpen } = of
  const news = newsOf(of)
  return (
    <div ref={ref} role="status" className={classes.notices}>
      {news ? <p className={classes.notice}>{say(notices[news])}</p> : null}
      {of.isClosed ? <p className={classes.notice}>{whyClosed(shown, words)}</p> : null}
      {of.isRejected ? <p className={classes.notice}>{say('you_rejected')}</p> : null}
      {context.row?.status === 'change_requested' && isOpen ? (
        <p className={classes.notice}>{say('change_is_asked')}</p>
      ) : null}
      {shown.proof_waits && !of.isApproved ? <ProofWaits uuid={of.uuid} /> : null}
      {context.problem && !of.isSheetOpen ? <Problem>{problemOf(context.problem)}</Problem> : null}
    </div>
  )
}

/** What is said of the last step: not that it is newer where nothing can be answered, nor that it is asked once it is answered. */
function newsOf({ context, isOpen, isAnswered }: QuotationPage): keyof typeof notices | null {
  if (context.notice === 'newer' && !isOpen) return null
  return context.notice === 'asked' && isAnswered ? null : context.notice
}

function whyClosed({ being_revised, status, valid_until }: ClientQuotation, { say, day }: PageWords): string {
  if (being_revised) return say('closed_in_revision')
  if (['sent', 'expired', 'change_requested'].includes(status))
    return valid_until ? say('closed_past', { day: day(valid_until) }) : say('closed_past_without_day')
  return say('closed')
}
