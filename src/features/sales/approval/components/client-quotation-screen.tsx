import { Button, Group } from '@mantine/core'
import { IconFileOff, IconPrinter, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Paper } from '@/documents/paper/paper'
import { quotationPaper } from '@/documents/paper/papers'
import { linkThreadQuery } from '@/kit/thread/link-thread.query'
import { ClientThread } from '@/kit/thread/client-thread'
import type { SheetName } from '@/machines/approval/approval.machine'
import { calendarDayText, withTax } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LoadingScreen } from '@/shared/ui/page/loading-screen'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { clientPicturesQuery, picturePaths } from '../../shared/api/line-pictures.query'
import { quotationKey, type ClientQuotation, quotationQuery, visit } from '../api/quotation.query'
import { undecided, withChoice } from '../chosen'
import { useChangedLines } from '../use-changed-lines'
import { useVisit } from '../use-visit'
import { useTyped } from '../use-typed'
import classes from './client-quotation.module.css'
import { lengthsOf } from '@/documents/paper/source'
import { LineCards } from './line-cards'
import { leadToOption, Options } from './options'
import { PaperPlace } from './paper-place'
import { Quantities } from './quantities'
import { WhatNext } from './what-next'

const AnswerSheet = lazy(async () => ({ default: (await import('./answer-sheet')).AnswerSheet }))

/** The quotation as its client sees it, by the uuid of its link. Nobody needs to sign in. */
export function ClientQuotationScreen({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(quotationQuery(id))
  if (data === undefined)
    return error ? (
      <div className={classes.page}>
        <Problem onRetry={() => void refetch()}>The quotation cannot be read just now.</Problem>
      </div>
    ) : (
      <LoadingScreen />
    )
  return data === null ? <NothingHere /> : <Quotation uuid={id} first={data} />
}

const NothingHere = () => (
  <EmptyScreen whole icon={<IconFileOff />} title="This link does not open anything">
    It may have been withdrawn, or it was not copied whole. Please ask us for a new one.
  </EmptyScreen>
)

const noPictures = {}

const notices = {
  newer: 'The office sent a new version. Here it is; please look at it before you answer.',
  decided: 'This quotation was answered or changed meanwhile. You see its current state.',
  asked: 'Your question is with us. We will answer you soon.',
}

function Quotation({ uuid, first }: { uuid: string; first: ClientQuotation }) {
  const { state, send, quotation } = useVisit(uuid, first)
  const [typed, setTyped] = useTyped(uuid)
  const changed = useChangedLines(quotation.lines)
  const { data: pictures = noPictures } = useQuery(clientPicturesQuery(uuid, visit, picturePaths(quotation.lines)))
  const isAnswered = useQuery(linkThreadQuery(uuid, quotationKey(uuid))).data?.at(-1)?.isOurs === true
  const { context } = state
  // What the client gave is answered at the head of the page, so the page goes there from wherever they wrote it.
  const notice = useRef<HTMLDivElement>(null)
  const gave = useRef(false)
  const isGiving = state.hasTag('sheet')
  useEffect(() => {
    if (isGiving || !gave.current) return
    gave.current = false
    notice.current?.scrollIntoView?.({ block: 'center' })
  }, [isGiving])
  if (context.row === null) return <NothingHere />

  const shown = withChoice(quotation, context.selected)
  const isOpen = state.hasTag('open') || state.hasTag('sheet')
  const isApproved = state.matches({ visit: 'approved' })
  const missing = undecided(shown.lines)
  const amount = formatMoney(shown.gross, shown.currency)
  const paper = quotationPaper(shown)
  const open = (sheet: SheetName) => send({ type: 'sheet.open', sheet })
  const askAbout = ({ description }: { description: string }) => {
    setTyped(({ words, ...rest }) => ({
      ...rest,
      words: { ...words, ask: words.ask.trim() === '' ? `About “${description.slice(0, 200)}”: ` : words.ask },
    }))
    open('ask')
  }
  const choice = (
    <>
      <Options
        lines={shown.lines}
        currency={shown.currency}
        lengths={lengthsOf(shown.company, shown.client)}
        isOpen={state.hasTag('open')}
        onChoose={(selected) => send({ type: 'option.choose', selected })}
      />
      <Quantities uuid={uuid} quotation={shown} isOpen={isOpen} />
    </>
  )
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <p className={classes.company}>{shown.company.name}</p>
        <h1 className={classes.title}>{shown.project_title ?? 'Your quotation'}</h1>
        <p className={classes.quiet}>
          {shown.number}
          {shown.valid_until ? ` · valid until ${calendarDayText(shown.valid_until)}` : ''}
        </p>
      </header>

      <div ref={notice} role="status" className={classes.notices}>
        {context.notice && (context.notice !== 'newer' || isOpen) && !(context.notice === 'asked' && isAnswered) ? (
          <p className={classes.notice}>{notices[context.notice]}</p>
        ) : null}
        {changed.size > 0 && isOpen ? <p className={classes.notice}>The office changed this just now.</p> : null}
        {state.matches({ visit: 'closed' }) ? <p className={classes.notice}>{whyClosed(shown)}</p> : null}
        {state.matches({ visit: 'rejected' }) ? (
          <p className={classes.notice}>You rejected this quotation. You can still ask us a question.</p>
        ) : null}
        {context.row.status === 'change_requested' && isOpen ? (
          <p className={classes.notice}>
            You asked for a change. We will send a new version; you can still approve this one.
          </p>
        ) : null}
        {context.problem && !state.hasTag('sheet') ? <Problem>{saveProblem(context.problem)}</Problem> : null}
      </div>

      <ClientThread link={uuid} queryKey={quotationKey(uuid)} company={shown.company.name} />

      {isApproved ? <WhatNext uuid={uuid} quotation={shown} /> : null}

      <div className={classes.columns}>
        <div className={classes.main}>
          <div className={classes.phone}>
            <LineCards
              lines={shown.lines}
              currency={shown.currency}
              lengths={lengthsOf(shown.company, shown.client)}
              changed={changed}
              pictures={pictures}
              onAsk={askAbout}
            />
            {choice}
            <dl className={classes.totals}>
              {[
                ...totalsByRate(shown, paper),
                ...(paper.due ? [{ label: paper.due.label, value: amount }, ...paper.due.facts] : []),
              ].map(({ label, value }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            {paper.terms ? (
              <details className={classes.terms}>
                <summary>Terms</summary>
                {paper.terms.paragraphs.map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </details>
            ) : null}
          </div>
          <PaperPlace paper={paper} pictures={pictures} glow={[...changed].join(' ')} />
        </div>

        <aside className={classes.aside} aria-label="Your answer">
          <div className={classes.deskOptions}>{choice}</div>
          <div className={classes.reach}>
            <p className={classes.amount} aria-live="polite">
              <span className={classes.quiet}>{withTax('Total with {tax}')}</span> <strong>{amount}</strong>
            </p>
            {isOpen ? (
              <Button
                size="md"
                onClick={() => (missing[0] === undefined ? open('approve') : leadToOption(missing[0]))}
                className={classes.approve ?? ''}
              >
                {missing.length > 0 ? `Choose ${missing[0]} first` : 'Approve'}
              </Button>
            ) : null}
          </div>
          <Group gap="xs" className={classes.others ?? ''}>
            <Button variant="default" onClick={() => open('ask')}>
              Ask a question
            </Button>
            {isOpen ? (
              <>
                <Button variant="default" onClick={() => open('change')}>
                  Ask for a change
                </Button>
                <Button variant="subtle" color="red" onClick={() => open('reject')}>
                  Reject
                </Button>
              </>
            ) : null}
            <Download paper={paper} pictures={pictures} />
            <Button variant="subtle" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
              Print
            </Button>
          </Group>
        </aside>
      </div>

      {context.sheet || state.hasTag('sheet') ? (
        <Suspense>
          <AnswerSheet
            sheet={context.sheet}
            typed={typed}
            onType={(next) => setTyped(() => next)}
            amount={amount}
            hasTerms={shown.terms !== null}
            problem={context.problem}
            isBusy={state.hasTag('busy')}
            onGive={(answer) => {
              gave.current = true
              send({ type: 'answer.give', answer })
            }}
            onClose={() => {
              gave.current = false
              send({ type: 'sheet.close' })
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

/** Net and VAT as on the paper; with several rates each shows its base. */
function totalsByRate({ net, vat_table, currency }: ClientQuotation, { vat }: Paper) {
  const money = (amount: string) => formatMoney(amount, currency)
  return [
    { label: 'Net', value: money(net) },
    ...vat_table.map((row, at) => ({
      label: [withTax(`{Tax} ${vat?.rows[at]?.[0] ?? ''}`), vat_table.length > 1 ? `on ${money(row.base)}` : '']
        .join(' ')
        .trim(),
      value: money(row.vat),
    })),
  ]
}

function whyClosed({ being_revised, status, valid_until }: ClientQuotation): string {
  if (being_revised) return 'We are changing this quotation. The new version appears here automatically.'
  if (status === 'sent' || status === 'expired' || status === 'change_requested')
    return `This quotation was valid until ${valid_until ? calendarDayText(valid_until) : 'its last day'}. Please ask us for a new one.`
  return 'This quotation cannot be answered any more. Please ask us for a new one.'
}

function Download({ paper, pictures }: { paper: Paper; pictures: Readonly<Record<string, string>> }) {
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready')
  const download = async () => {
    setState('busy')
    try {
      const { downloadPdf } = await import('@/documents/pdf/download')
      await downloadPdf(paper, { pictures })
      setState('ready')
    } catch {
      setState('failed')
    }
  }
  return (
    <Button
      variant="subtle"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={state === 'busy'}
      onClick={() => void download()}
    >
      {state === 'failed' ? 'PDF: try again' : 'PDF'}
    </Button>
  )
}
