import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { quotationPaper } from '@/documents/paper/papers'
import { writingOf } from '@/documents/paper/writing'
import { linkThreadQuery } from '@/kit/thread/link-thread.query'
import type { Answer, SheetName } from '@/machines/approval/approval.machine'
import { formatMoney } from '@/shared/domain/money/money'
import type { PaperTexts } from '@/shared/domain/texts/papers/load'
import { clientPicturesQuery, picturePaths } from '../shared/api/line-pictures.query'
import { type LineDifference, lineDifferences } from '../shared/version-changes'
import { type ClientQuotation, quotationKey, visit } from './api/quotation.query'
import { undecided, withChoice } from './chosen'
import { useQuestion } from './use-question'
import { useTyped } from './use-typed'
import { useVisit } from './use-visit'

const noPictures = {}
const noDifferences: readonly LineDifference[] = []

type Shown = { uuid: string; first: ClientQuotation; texts: PaperTexts }

/**
 * The visit of a client: the quotation as they chose it, its paper, what they type, and what they may do.
 * @param head where the page says what came of an answer
 */
export function useQuotationPage({ uuid, first, texts }: Shown, head: RefObject<HTMLDivElement | null>) {
  const { state, send, quotation } = useVisit(uuid, first)
  const [typed, setTyped] = useTyped(uuid)
  const differences = useDifferences(quotation)
  const { data: pictures = noPictures } = useQuery(clientPicturesQuery(uuid, visit, picturePaths(quotation.lines)))
  const isAnswered = useQuery(linkThreadQuery(uuid, quotationKey(uuid))).data?.at(-1)?.isOurs === true
  const { context } = state
  // What the client gave is answered at the head of the page, so the page goes there from wherever they wrote it.
  const gave = useRef<SheetName | null>(null)
  const isSheetOpen = state.hasTag('sheet')
  useEffect(() => {
    const kind = gave.current
    if (isSheetOpen || kind === null) return
    gave.current = null
    // What was sent is no draft any more.
    if (context.notice !== 'newer') setTyped((now) => ({ ...now, words: { ...now.words, [kind]: '' } }))
    head.current?.scrollIntoView?.({ block: 'center' })
  }, [isSheetOpen, context.notice, setTyped, head])

  const shown = withChoice(quotation, context.selected)
  const beginQuestion = useQuestion(shown.lines, setTyped)
  const isOpen = state.hasTag('open') || isSheetOpen
  const open = (sheet: SheetName) => send({ type: 'sheet.open', sheet })
  return {
    uuid,
    shown,
    /** What the office changed since the version that the client saw before, while he may still answer. */
    differences: isOpen ? differences : noDifferences,
    changes: differences,
    pictures,
    /** The paper as it was sent, and the same in the language of the page. */
    paper: quotationPaper(shown),
    inLanguage: quotationPaper({ ...shown, texts }),
    writing: writingOf(shown.company, shown.currency, texts, shown.client),
    amount: formatMoney(shown.gross, shown.currency),
    /** The name of the first choice that is to be made before the approval. */
    missing: undecided(shown.lines)[0],
    context,
    isAnswered,
    isOpen,
    mayChoose: state.hasTag('open'),
    isApproved: state.matches({ visit: 'approved' }),
    isClosed: state.matches({ visit: 'closed' }),
    isRejected: state.matches({ visit: 'rejected' }),
    isSheetOpen,
    isBusy: state.hasTag('busy'),
    typed,
    type: (next: typeof typed) => setTyped(() => next),
    choose: (selected: string[]) => send({ type: 'option.choose', selected }),
    open,
    askAbout: (line: { description: string }) => {
      beginQuestion(line)
      open('ask')
    },
    give: (answer: Answer) => {
      gave.current = answer.kind
      send({ type: 'answer.give', answer })
    },
    close: () => {
      gave.current = null
      send({ type: 'sheet.close' })
    },
  }
}
export type QuotationPage = ReturnType<typeof useQuotationPage>

/** What the office changed since the version that the client saw before. What they choose themselves is none of it. */
const useDifferences = ({ before }: ClientQuotation): readonly LineDifference[] =>
  useMemo(() => (before ? lineDifferences(before.lines, before.sent) : noDifferences), [before])
