import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { QuotationDocument } from '@/documents/paper/source'
import { planDay } from '@/kit/planning/plan-day'
import { reasonWords } from '@/kit/planning/plan-words'
import { useEarliestOfQuotation } from '@/kit/planning/use-plan'
import { usePlanNames } from '@/kit/planning/use-plan-names'
import { quotedWorkKey } from '@/kit/planning/workload.query'
import { saveVersioned } from '@/kit/save/save-row'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { afterWorkingDays, workingDaysTo } from '@/shared/domain/planning/counted-days'
import { promisesIn, type WordedPromise } from '@/shared/domain/planning/promised-words'
import { nameOfText, type PromisingText } from '@/shared/domain/planning/text-doubts'
import type { QuotedPlan } from '@/shared/domain/planning/quoted-work'
import type { Workload } from '@/shared/domain/planning/workload'
import type { Language } from '@/shared/domain/texts/languages'
import type { WithTexts } from '@/shared/domain/texts/papers/load'
import { saveProblem } from '@/shared/hooks/save-problem'
import { linkTo } from '@/shared/lib/address'
import { Problem } from '@/shared/ui/page/problem'
import type { Quotation } from '../api/quotation.query'
import { quotationsKey } from '../api/quotations.query'

type Paper = WithTexts<Pick<QuotationDocument, 'terms' | 'client_note' | 'company'> & { language: Language }>

/** A text of the paper that promises a day which the plan denies. */
type Gap = WordedPromise & { source: PromisingText }

type Known = NonNullable<ReturnType<typeof useEarliestOfQuotation>>

/** What a quotation promises before the plan can hold it, by its texts and by the lead time of its order. */
export type PromiseGaps = {
  gaps: readonly Gap[]
  /** The day that its order gets, where the plan denies that too. */
  leadDay: string | null
  paper: Paper
  workload: Workload
  plan: QuotedPlan
  /** The earliest day of the plan; null when it is not within half a year. */
  earliest: string | null
}

/**
 * The promises of a draft that the plan denies; null while nothing is known, without any, and for what was sent.
 * The page shows `QuotationInTime`.
 */
export function usePromiseGaps(id: string, isDraft: boolean, paper: Paper | null | undefined): PromiseGaps | null {
  const known = useEarliestOfQuotation(id)
  const queryClient = useQueryClient()
  const texts = paper ? JSON.stringify([paper.terms, paper.client_note]) : null
  const seen = useRef(texts)
  // The day of its order follows from these texts: with another one it is read again.
  useEffect(() => {
    if (seen.current !== null && texts !== null && seen.current !== texts)
      void queryClient.invalidateQueries({ queryKey: quotedWorkKey(id) })
    seen.current = texts ?? seen.current
  }, [id, queryClient, texts])
  if (!known || !isDraft || !paper) return null
  const { workload, plan, leadDay } = known
  const earliest = plan.done
  const gaps = (['terms', 'client_note'] as const).flatMap((source) =>
    deniedIn(paper[source] ?? '', paper, known).map((promise) => ({ ...promise, source })),
  )
  // Where a text promises a day, it is that of the order.
  const isOfTerms = gaps.some(({ isOfOrder, day }) => isOfOrder && day === leadDay)
  const late = leadDay !== null && isDenied(leadDay, plan) && !isOfTerms ? leadDay : null
  return gaps.length === 0 && late === null ? null : { gaps, leadDay: late, paper, workload, plan, earliest }
}

/** True for a day before the one on which the plan has everything ready. */
const isDenied = (day: string, { done }: QuotedPlan): boolean => done === null || day < done

/** The promises of a text that the plan cannot hold. */
const deniedIn = (text: string, { language, company }: Paper, { workload, plan }: Known): WordedPromise[] =>
  promisesIn(text, { ...workload, language, style: company.date_style }).filter(
    ({ day }) => day >= workload.today && isDenied(day, plan),
  )

/** What to say of the office's own words in the mail of a quotation, where they promise a day that the plan denies; null for other words. */
export function usePromiseInMail(id: string, paper: Paper | null | undefined): (words: string) => string | null {
  const known = useEarliestOfQuotation(id)
  return (words) => {
    const denied = known && paper ? deniedIn(words, paper, known)[0] : undefined
    if (!known || !denied) return null
    const day = (of: string) => planDay(of, known.workload.today)
    const { done } = known.plan
    const says =
      done === null ? 'The plan does not hold it within half a year' : `The plan says ${day(done)} at the earliest`
    return `These words promise ${day(denied.day)} (“${denied.words}”). ${says}.`
  }
}

/** The longest holds of the line that is ready last. */
function useReasons({ plan, workload }: PromiseGaps): string {
  const names = usePlanNames(workload)
  const last = plan.jobs.toSorted((a, b) => String(b.ready ?? '9').localeCompare(String(a.ready ?? '9')))[0]
  const reasons = last?.reasons.slice(0, 2).map((one) => reasonWords(one, names)) ?? []
  return reasons.map((each) => `${each}.`).join(' ')
}

/** Says which day the quotation promises and which one the plan, and writes the day of the plan into its text. */
export const PromiseDenied = ({ row, of }: { row: Quotation; of: PromiseGaps | null }) =>
  of ? <Denied row={row} of={of} /> : null

function Denied({ row, of }: { row: Quotation; of: PromiseGaps }) {
  const { gaps, leadDay, earliest, workload, plan } = of
  const reasons = useReasons(of)
  const day = (of: string) => planDay(of, workload.today)
  return (
    <Alert
      color="yellow"
      role="status"
      title={
        earliest === null
          ? 'The plan does not hold this promise within half a year'
          : `The plan says ${day(earliest)} at the earliest`
      }
    >
      <Stack gap="sm">
        {gaps.map((gap) => (
          <div key={`${gap.source} ${gap.words} ${gap.day}`}>
            <Text size="sm">
              We promise {day(gap.day)}: “{gap.words}” in {nameOfText[gap.source]}.
              {gap.isOfOrder
                ? ''
                : ' Its order takes a day that is a date behind a word such as “ready” or “delivery”.'}
            </Text>
            {earliest === null ? null : <PromisedInText row={row} gap={gap} to={earliest} today={workload.today} />}
          </div>
        ))}
        {leadDay === null ? null : (
          <div>
            <Text size="sm">
              {row.amends === null
                ? `Approved today, its order is promised for ${day(leadDay)} by the lead time.`
                : `The order that it adds to is promised for ${day(leadDay)}.`}
            </Text>
            {row.amends === null && !gaps.some(({ source }) => source === 'terms') ? (
              <PromisedByTerms row={row} of={of} />
            ) : null}
          </div>
        )}
        <Text size="sm">
          {reasons} {plan.installed ? `Everything is made by ${day(plan.made ?? '')}, then it is installed.` : ''}
        </Text>
      </Stack>
    </Alert>
  )
}

type InTextProps = { row: Quotation; gap: Gap; to: string; today: string }

/** Writes the day of the plan into the text that promises an earlier one. */
function PromisedInText({ row, gap: { source, isCounted, moved }, to, today }: InTextProps) {
  const written = moved(to)
  if (written === null)
    return (
      <Anchor size="sm" component={Link} to={`${linkTo('/quotations/:id', { id: row.id })}?dialog=quotation.edit`}>
        Write another day into {nameOfText[source]}
      </Anchor>
    )
  const { text, words, day } = written
  const said = `Then ${nameOfText[source]} say${source === 'terms' ? '' : 's'} “${words}”`
  const counted = isCounted ? `, that is ${planDay(day, today)} for an approval today` : ''
  return <PromiseButton row={row} values={{ [source]: text }} label={planDay(day, today)} then={`${said}${counted}.`} />
}

/** Writes a sentence under terms that promise no day: paper, page and order take it (decision 1025). */
function PromisedByTerms({ row, of }: { row: Quotation; of: PromiseGaps }) {
  const { earliest, paper, workload } = of
  if (earliest === null) return null
  // “Within 1 working days” is no sentence.
  const count = Math.max(2, workingDaysTo(earliest, workload))
  const days = String(count)
  const sentence =
    row.deposit_kind === 'none'
      ? paper.texts('delivery_within', { days })
      : paper.texts('delivery_within_deposit', { days })
  const terms = [paper.terms?.trimEnd(), sentence].filter(Boolean).join('\n')
  const day = planDay(afterWorkingDays(count, workload), workload.today)
  return (
    <PromiseButton
      row={row}
      values={{ terms }}
      label={day}
      then={`Then the terms end with “${sentence}”, that is ${day} for ${row.deposit_kind === 'none' ? 'an approval' : 'a payment'} today.`}
    />
  )
}

type ButtonProps = { row: Quotation; values: Partial<Record<PromisingText, string>>; label: string; then: string }

function PromiseButton({ row, values, label, then }: ButtonProps) {
  const queryClient = useQueryClient()
  const saving = useActMutation({
    mutationFn: () => saveVersioned({ table: 'quotations', what: 'this quotation', row, values }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: quotationsKey }),
  })
  return (
    <Stack gap="xs" mt="xs">
      <Group gap="sm">
        <Button size="compact-sm" variant="default" loading={saving.isPending} onClick={() => saving.mutate()}>
          Promise {label}
        </Button>
        <Text size="sm" c="dimmed">
          {then}
        </Text>
      </Group>
      {saving.isError ? <Problem>{saveProblem(saving.error)}</Problem> : null}
    </Stack>
  )
}
