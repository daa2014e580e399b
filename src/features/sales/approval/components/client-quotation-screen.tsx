import { IconFileOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef } from 'react'
import { ClientPage } from '@/kit/client-page/client-page'
import { WayOn } from '@/kit/client-page/way-on'
import { ClientThread } from '@/kit/thread/client-thread'
import { type PaperTexts, paperTexts } from '@/shared/domain/texts/papers/load'
import { usePageWords } from '@/shared/hooks/language/page-words'
import { useRecordTitle } from '@/shared/hooks/record-title'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LoadingScreen } from '@/shared/ui/page/loading-screen'
import type { LineDifference } from '../../shared/version-changes'
import { type ClientQuotation, quotationKey, quotationQuery } from '../api/quotation.query'
import { type QuotationPage, useQuotationPage } from '../use-quotation-page'
import { Changes } from './changes'
import classes from './client-quotation.module.css'
import { PaperPlace } from './paper-place'
import { PhoneQuotation } from './phone-quotation'
import { UnreadProblem } from './unread-problem'
import { VisitNotices } from './visit-notices'
import { WhatNext } from './what-next'
import { WhatStays } from './what-stays'
import { YourAnswer } from './your-answer'

const AnswerSheet = lazy(async () => ({ default: (await import('./answer-sheet')).AnswerSheet }))

/** The quotation as its client sees it, by the uuid of its link. Nobody needs to sign in. */
export function ClientQuotationScreen({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(quotationQuery(id))
  if (data === undefined && !error) return <LoadingScreen />
  return (
    <ClientPage own={data?.client_language} company={data?.language} seller={data?.company}>
      {data === undefined ? (
        <div className={classes.page}>
          <UnreadProblem text="quotation_unread" onRetry={() => void refetch()} />
        </div>
      ) : data === null ? (
        <NothingHere />
      ) : (
        <InLanguage uuid={id} first={data} />
      )}
    </ClientPage>
  )
}

/** The paper keeps the language that it was sent in. Beside it, and on a phone instead of it, its words are in that of the page. */
function InLanguage({ uuid, first }: { uuid: string; first: ClientQuotation }) {
  const { language, say } = usePageWords()
  useRecordTitle(say('your_quotation'))
  const { data, isError } = useQuery({
    queryKey: ['paper-texts', language],
    queryFn: () => paperTexts(language),
    staleTime: Infinity,
    ...(language === first.texts.language ? { initialData: () => first.texts } : {}),
  })
  const texts = data ?? (isError ? first.texts : null)
  return texts ? <Quotation uuid={uuid} first={first} texts={texts} /> : <LoadingScreen />
}

function NothingHere() {
  const { say } = usePageWords()
  useRecordTitle(say('your_quotation'))
  return (
    <EmptyScreen whole icon={<IconFileOff />} title={say('nothing_title')} actions={<WayOn />}>
      {say('nothing_text')}
    </EmptyScreen>
  )
}

type QuotationProps = { uuid: string; first: ClientQuotation; texts: PaperTexts }

function Quotation({ uuid, first, texts }: QuotationProps) {
  const head = useRef<HTMLDivElement>(null)
  const of = useQuotationPage({ uuid, first, texts }, head)
  if (of.context.row === null) return <NothingHere />
  return (
    <div className={classes.page}>
      <Head of={of} />
      <VisitNotices ref={head} of={of} />
      {of.isOpen ? <Changes quotation={of.shown} differences={of.changes} writing={of.writing} /> : null}
      <ClientThread link={uuid} queryKey={quotationKey(uuid)} company={of.shown.company.name} />
      {of.isApproved ? <Approved of={of} /> : null}
      <div className={classes.columns}>
        <div className={classes.main}>
          <PhoneQuotation of={of} />
          <PaperPlace paper={of.paper} pictures={of.pictures} glow={glowOf(of.changes)} />
        </div>
        <YourAnswer of={of} />
      </div>
      {of.context.sheet || of.isSheetOpen ? (
        <Suspense>
          <AnswerSheet
            sheet={of.context.sheet}
            typed={of.typed}
            onType={of.type}
            amount={of.amount}
            hasTerms={of.shown.terms !== null}
            problem={of.context.problem}
            isBusy={of.isBusy}
            onGive={of.give}
            onClose={of.close}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

function Head({ of: { shown, isApproved } }: { of: QuotationPage }) {
  const { say, day } = usePageWords()
  return (
    <header className={classes.head}>
      <p className={classes.company}>{shown.company.name}</p>
      <h1 className={classes.title}>{shown.project_title ?? say('your_quotation')}</h1>
      <p className={classes.quiet}>
        {shown.valid_until && !isApproved
          ? say('number_valid_until', { number: shown.number ?? '', day: day(shown.valid_until) })
          : shown.number}
      </p>
    </header>
  )
}

/** What follows the approval, and what of an order stays. */
const Approved = ({ of }: { of: QuotationPage }) => (
  <>
    <WhatNext uuid={of.uuid} quotation={of.shown} />
    {of.shown.order ? (
      <WhatStays
        order={of.shown.order}
        currency={of.shown.currency}
        writing={of.writing}
        pictures={of.pictures}
        onAsk={of.askAbout}
      />
    ) : null}
  </>
)

const glowOf = (differences: readonly LineDifference[]) =>
  differences
    .filter(({ kind }) => kind !== 'removed')
    .map(({ line }) => line.id)
    .join(' ')
