import { Button, Group } from '@mantine/core'
import { IconFileOff, IconPrinter, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { Paper } from '@/documents/paper/paper'
import { quotationPaper } from '@/documents/paper/papers'
import { linkThreadQuery } from '@/kit/thread/link-thread.query'
import { ClientThread } from '@/kit/thread/client-thread'
import type { SheetName } from '@/machines/approval/approval.machine'
import { type PaperTexts, paperTexts } from '@/shared/domain/texts/papers/load'
import type { PageWords } from '@/shared/domain/texts/pages/words'
import { exact } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { ProofWaits } from '@/shared/ui/parts/proof-waits'
import { LoadingScreen } from '@/shared/ui/page/loading-screen'
import { Problem } from '@/shared/ui/page/problem'
import { useProblem } from '@/shared/hooks/use-problem'
import { clientPicturesQuery, picturePaths } from '../../shared/api/line-pictures.query'
import { quotationKey, type ClientQuotation, quotationQuery, visit } from '../api/quotation.query'
import { undecided, withChoice } from '../chosen'
import { useVisit } from '../use-visit'
import { useTyped } from '../use-typed'
import classes from './client-quotation.module.css'
import { writingOf } from '@/documents/paper/writing'
import { ClientPage } from '@/kit/client-page/client-page'
import { WayOn } from '@/kit/client-page/way-on'
import { usePageWords } from '@/shared/hooks/language/page-words'
import { useRecordTitle } from '@/shared/hooks/record-title'
import { type LineDifference, lineDifferences } from '../../shared/version-changes'
import { Changes } from './changes'
import { LineCards } from './line-cards'
import { leadToOption, Options } from './options'
import { PaperPlace } from './paper-place'
import { PaperNote, PaperParties } from './phone-paper'
import { Quantities } from './quantities'
import { UnreadProblem } from './unread-problem'
import { WhatNext } from './what-next'
import { WhatStays } from './what-stays'

const AnswerSheet = lazy(async () => ({ default: (await import('./answer-sheet')).AnswerSheet }))

/** The quotation as its client sees it, by the uuid of its link. Nobody needs to sign in. */
export function ClientQuotationScreen({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(quotationQuery(id))
  if (data === undefined && !error) return <LoadingScreen />
  return (
    <ClientPage own={data?.client_language} company={data?.language}>
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

const noPictures = {}

const notices = { newer: 'notice_newer', decided: 'notice_decided', asked: 'notice_asked' } as const

function Quotation({ uuid, first, texts }: { uuid: string; first: ClientQuotation; texts: PaperTexts }) {
  const words = usePageWords()
  const problemOf = useProblem()
  const { say, day } = words
  const { state, send, quotation } = useVisit(uuid, first)
  const [typed, setTyped] = useTyped(uuid)
  const differences = useDifferences(quotation)
  const { data: pictures = noPictures } = useQuery(clientPicturesQuery(uuid, visit, picturePaths(quotation.lines)))
  const isAnswered = useQuery(linkThreadQuery(uuid, quotationKey(uuid))).data?.at(-1)?.isOurs === true
  const { context } = state
  // What the client gave is answered at the head of the page, so the page goes there from wherever they wrote it.
  const notice = useRef<HTMLDivElement>(null)
  const gave = useRef<SheetName | null>(null)
  const isGiving = state.hasTag('sheet')
  useEffect(() => {
    const kind = gave.current
    if (isGiving || kind === null) return
    gave.current = null
    // What was sent is no draft any more.
    if (context.notice !== 'newer') setTyped((now) => ({ ...now, words: { ...now.words, [kind]: '' } }))
    notice.current?.scrollIntoView?.({ block: 'center' })
  }, [isGiving, context.notice, setTyped])
  if (context.row === null) return <NothingHere />

  const shown = withChoice(quotation, context.selected)
  const isOpen = state.hasTag('open') || state.hasTag('sheet')
  const isNewer = context.notice === 'newer' && isOpen
  const isApproved = state.matches({ visit: 'approved' })
  const missing = undecided(shown.lines)
  const amount = formatMoney(shown.gross, shown.currency)
  const paper = quotationPaper(shown)
  const inLanguage = quotationPaper({ ...shown, texts })
  const writing = writingOf(shown.company, shown.currency, texts, shown.client)
  const open = (sheet: SheetName) => send({ type: 'sheet.open', sheet })
  const aboutLine = (description: string) => say('about_line', { line: description.slice(0, 200) })
  const askAbout = ({ description }: { description: string }) => {
    setTyped(({ words, ...rest }) => ({
      ...rest,
      words: {
        ...words,
        ask:
          aboutLine(description) +
          withoutLine(
            words.ask,
            shown.lines.map((line) => aboutLine(line.description)),
          ),
      },
    }))
    open('ask')
  }
  const choice = (
    <>
      <Options
        lines={shown.lines}
        currency={shown.currency}
        writing={writing}
        isOpen={state.hasTag('open')}
        isOver={!isOpen}
        onChoose={(selected) => send({ type: 'option.choose', selected })}
      />
      <Quantities uuid={uuid} quotation={shown} isOpen={isOpen} />
    </>
  )
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <p className={classes.company}>{shown.company.name}</p>
        <h1 className={classes.title}>{shown.project_title ?? say('your_quotation')}</h1>
        <p className={classes.quiet}>
          {shown.valid_until && !isApproved
            ? say('number_valid_until', { number: shown.number ?? '', day: day(shown.valid_until) })
            : shown.number}
        </p>
      </header>

      <div ref={notice} role="status" className={classes.notices}>
        {context.notice && (context.notice !== 'newer' || isNewer) && !(context.notice === 'asked' && isAnswered) ? (
          <p className={classes.notice}>{say(notices[context.notice])}</p>
        ) : null}
        {state.matches({ visit: 'closed' }) ? <p className={classes.notice}>{whyClosed(shown, words)}</p> : null}
        {state.matches({ visit: 'rejected' }) ? <p className={classes.notice}>{say('you_rejected')}</p> : null}
        {context.row.status === 'change_requested' && isOpen ? (
          <p className={classes.notice}>{say('change_is_asked')}</p>
        ) : null}
        {shown.proof_waits && !isApproved ? <ProofWaits uuid={uuid} /> : null}
        {context.problem && !state.hasTag('sheet') ? <Problem>{problemOf(context.problem)}</Problem> : null}
      </div>

      {isOpen ? <Changes quotation={shown} differences={differences} writing={writing} /> : null}

      <ClientThread link={uuid} queryKey={quotationKey(uuid)} company={shown.company.name} />

      {isApproved ? <WhatNext uuid={uuid} quotation={shown} /> : null}
      {isApproved && shown.order ? (
        <WhatStays
          order={shown.order}
          currency={shown.currency}
          writing={writing}
          pictures={pictures}
          onAsk={askAbout}
        />
      ) : null}

      <div className={classes.columns}>
        <div className={classes.main}>
          <div className={classes.phone}>
            <PaperNote paper={paper} />
            <LineCards
              lines={shown.lines}
              currency={shown.currency}
              writing={writing}
              differences={isOpen ? differences : noDifferences}
              isOver={!isOpen}
              pictures={pictures}
              onAsk={askAbout}
            />
            {choice}
            <dl className={classes.totals}>
              {[
                ...totalsByRate(shown, inLanguage, say),
                ...(inLanguage.due ? [{ label: inLanguage.due.label, value: amount }, ...inLanguage.due.facts] : []),
              ].map(({ label, value }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            {inLanguage.remarks.map((remark) => (
              <p key={remark} className={classes.quiet}>
                {remark}
              </p>
            ))}
            {paper.terms ? (
              <details className={classes.terms}>
                <summary>{say('terms')}</summary>
                {paper.terms.paragraphs.map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </details>
            ) : null}
            <PaperParties paper={inLanguage} />
          </div>
          <PaperPlace paper={paper} pictures={pictures} glow={glowOf(differences)} />
        </div>

        <aside className={classes.aside} aria-label={say('your_answer')}>
          <div className={classes.deskOptions}>{choice}</div>
          <div className={classes.reach}>
            <p className={classes.amount} aria-live="polite">
              <span className={classes.quiet}>{say(exact(shown.vat).units === 0n ? 'total' : 'total_with_tax')}</span>{' '}
              <strong>{shown.order?.stays ? formatMoney(shown.order.gross, shown.currency) : amount}</strong>
            </p>
            {isOpen ? (
              <Button
                size="md"
                onClick={() => (missing[0] === undefined ? open('approve') : leadToOption(missing[0]))}
                className={classes.approve ?? ''}
              >
                {missing[0] === undefined ? say('approve') : say('choose_first', { name: missing[0] })}
              </Button>
            ) : null}
          </div>
          <Group gap="xs" className={classes.others ?? ''}>
            <Button variant="default" onClick={() => open('ask')}>
              {say('ask_question')}
            </Button>
            {isOpen ? (
              <>
                <Button variant="default" onClick={() => open('change')}>
                  {say('ask_change')}
                </Button>
                <Button variant="subtle" color="red" onClick={() => open('reject')}>
                  {say('reject')}
                </Button>
              </>
            ) : null}
            <Download paper={paper} pictures={pictures} />
            <Button variant="subtle" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
              {say('print')}
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
              gave.current = answer.kind
              send({ type: 'answer.give', answer })
            }}
            onClose={() => {
              gave.current = null
              send({ type: 'sheet.close' })
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

/** A begun question without the line that it was begun on: it is asked about another one now. */
const withoutLine = (words: string, abouts: readonly string[]): string => {
  const about = abouts.find((each) => words.startsWith(each.trimEnd()))
  return about === undefined ? words : words.slice(about.trimEnd().length).trimStart()
}

const noDifferences: readonly LineDifference[] = []

/** What the office changed since the version that the client saw before. What they choose themselves is none of it. */
const useDifferences = ({ before }: ClientQuotation): readonly LineDifference[] =>
  useMemo(() => (before ? lineDifferences(before.lines, before.sent) : noDifferences), [before])

const glowOf = (differences: readonly LineDifference[]) =>
  differences
    .filter(({ kind }) => kind !== 'removed')
    .map(({ line }) => line.id)
    .join(' ')

/** Net and VAT as on the paper; with several rates each shows its base, and a place of sales tax its parts. */
function totalsByRate({ net, vat_table, currency }: ClientQuotation, { vat }: Paper, say: PageWords['say']) {
  const money = (amount: string) => formatMoney(amount, currency)
  const rows = vat?.rows ?? []
  // A part of a rate has no base.
  const ofRates = rows.filter(([, base]) => base !== '')
  return [
    { label: say('net'), value: money(net) },
    ...rows.map((row) => {
      const [rate = '', , written = ''] = row
      const tax = vat_table[ofRates.indexOf(row)]
      if (!tax) return { label: rate, value: written }
      const label =
        vat_table.length > 1 ? say('tax_at_rate_on', { rate, base: money(tax.base) }) : say('tax_at_rate', { rate })
      return { label: label.trim(), value: money(tax.vat) }
    }),
  ]
}

function whyClosed({ being_revised, status, valid_until }: ClientQuotation, { say, day }: PageWords): string {
  if (being_revised) return say('closed_in_revision')
  if (status === 'sent' || status === 'expired' || status === 'change_requested')
    return valid_until ? say('closed_past', { day: day(valid_until) }) : say('closed_past_without_day')
  return say('closed')
}

function Download({ paper, pictures }: { paper: Paper; pictures: Readonly<Record<string, string>> }) {
  const { say } = usePageWords()
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
      {state === 'failed' ? say('pdf_again') : 'PDF'}
    </Button>
  )
}
